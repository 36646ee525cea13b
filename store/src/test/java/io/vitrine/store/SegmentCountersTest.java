package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged counters of a segment are told before a change would make them look sound. */
class SegmentCountersTest {
  @TempDir Path folder;

  /** The same bit of two of them, so that one makes up for the other where they are joined. */
  @ParameterizedTest
  @CsvSource({"0, 1", "0, 2", "1, 2"})
  void twoThatAreDamagedInTheSameWayAreTold(int one, int another) {
    long[] counters = {SegmentLayout.ENTRIES, SegmentLayout.TOMBSTONES, SegmentLayout.LIVE_BYTES};
    MapOptions<Long, byte[]> options =
        MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", options);
      byte[] value = {1, 2, 3};
      map.put(1L, value);
      MapFile file = ((MappedMap<Long, byte[]>) map).engine().file;
      MemorySegment memory = file.memory();
      long at = file.segmentAt(0);
      for (int bit = 0; bit < 56; bit++) {
        for (long counter : new long[] {counters[one], counters[another]}) {
          Memory.set(memory, at + counter, Memory.get(memory, at + counter) ^ 1L << bit);
        }
        // who is told counts anew, so that the next one is not
        assertThrows(CorruptStoreException.class, () -> map.put(2L, value), "bit " + bit);
        assertArrayEquals(value, map.get(1L));
        assertNull(map.get(2L));
        Invariants.checkMaps(store);
      }
    }
  }
}
