package io.vitrine.collections;

import io.vitrine.store.StoreMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Nodes of a list to which no head refers, since their writer died or failed before he set it.
 * Stateless; for who has the list to himself.
 */
final class StrayNodes {
  /* Numbers are given out in order and nodes written in that order, so what a writer leaves follows
   * the last node of the head without a gap. They are to be removed from the end, so that there is
   * no gap either if that is cut off. */

  private StrayNodes() {}

  /**
   * Finds them.
   *
   * @param nextId the first number that the head knows of as free
   * @return their numbers, the last one first
   */
  static List<Long> find(StoreMap<Long, byte[]> map, long nextId) {
    var strays = new ArrayList<Long>(0);
    for (long id = nextId; map.containsKey(id); id++) {
      strays.add(id);
    }
    Collections.reverse(strays);
    return strays;
  }
}
