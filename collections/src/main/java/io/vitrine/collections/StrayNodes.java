package io.vitrine.collections;

import io.vitrine.store.StoreMap;

/**
 * Nodes of a list to which no head refers, since their writer died or failed before he set it.
 * Stateless; for who has the list to himself.
 */
final class StrayNodes {
  /* Numbers are given out in order and nodes written in that order, so what a writer leaves follows
   * the last node of the head without a gap. What is written over them by the next one is shorter,
   * or longer. They are removed from the end, so that there is no gap either if that is cut off. */

  private StrayNodes() {}

  /**
   * Removes them.
   *
   * @param nextId the first number that the head knows of as free
   */
  static void remove(StoreMap<Long, byte[]> map, long nextId) {
    long end = nextId;
    while (map.containsKey(end)) {
      end++;
    }
    while (end > nextId) {
      end--;
      boolean _ = map.remove(end);
    }
  }
}
