package io.vitrine.collections;

import io.vitrine.store.Snapshot;
import io.vitrine.store.Turn;
import java.util.ArrayList;
import java.util.function.BiConsumer;

/** Goes through the entries of snapshots. Stateless; any thread. */
final class SnapshotEntries {
  /** How many entries are read at a time. */
  private static final int PAGE_ENTRIES = 256;

  private SnapshotEntries() {}

  /** Reads entries a page at a time, so that nobody is told within a call of the store. */
  static <K, V> void each(Snapshot<K, V> snapshot, Runnable beforePage, BiConsumer<K, V> action) {
    var page = new ArrayList<MapEntry<K, V>>();
    boolean more = true;
    Turn turn = Turn.current();
    turn.begin();
    while (more) {
      beforePage.run();
      long end = snapshot.handedBytes() + LocalMap.PAGE_BYTES;
      while (more && page.size() < PAGE_ENTRIES && snapshot.handedBytes() < end) {
        more = snapshot.next((key, value, _) -> page.add(new MapEntry<>(key, value)), 1);
      }
      for (MapEntry<K, V> entry : page) {
        turn.step();
        action.accept(entry.key(), entry.value());
      }
      page.clear();
    }
  }
}
