package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much a walk hands on at a time, where others have changed all that is ahead of it. */
class SnapshotPagesTest {
  private static final long KEYS = 20_000;

  /** Of a group, eight lines of a table, all is handed on. */
  private static final int PAGE_MAX = 200;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasRemovedAheadComesByPages(boolean compact) {
    MapOptions<Long, Long> options = MapOptions.of(Codecs.longs(), Codecs.longs());
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Long> map = store.map("/maps/m", compact ? options.compact() : options);
      for (long key = 0; key < KEYS; key++) {
        map.put(key, -key);
      }
      Snapshot<Long, Long> walk = map.snapshot();
      for (long key = 0; key < KEYS; key++) {
        if (key % 3 == 0) {
          map.put(key, 7L);
        }
        map.remove(key);
      }
      var told = new HashMap<Long, Long>();
      boolean more = true;
      while (more) {
        int before = told.size();
        more = walk.next((key, value, _) -> assertEquals(null, told.put(key, value)), 1);
        int page = told.size() - before;
        assertTrue(page <= PAGE_MAX, () -> page + " at once");
      }
      assertEquals(
          LongStream.range(0, KEYS).boxed().collect(Collectors.toMap(key -> key, key -> -key)),
          told);
    }
  }
}
