package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A block that a flipped bit makes a large one stays in use where it lies. */
class DamagedLengthTest {
  private static final long FLIPPED = 1L << 39; // of the value's length
  private static final long DAMAGED = 1;
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  @TempDir Path folder;

  @Test
  void aRepairDoesNotGiveItToOthers() {
    try (MappedStore store = (MappedStore) Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      map.put(DAMAGED, new byte[8]);
      MapEngine engine = ((MappedMap<Long, byte[]>) map).engine();
      MemorySegment memory = engine.file.memory();
      long slot =
          SegmentLayout.tableOffset(
              Memory.get(memory, engine.file.segmentAt(0) + SegmentLayout.TABLE));
      while (!Slot.isLive(Memory.get(memory, slot))) {
        slot += 8;
      }
      long lengths = Slot.block(Memory.get(memory, slot)) + BlockLayout.LENGTHS;
      Memory.set(memory, lengths, Memory.get(memory, lengths) ^ FLIPPED);
      assertThrows(CorruptStoreException.class, () -> map.put(DAMAGED, new byte[9])); // repairs
      for (long key = 2; key < 200; key++) {
        map.put(key, new byte[] {(byte) key, 0, 0, 0, 0, 0, 0, 0});
      }
      assertThrows(CorruptStoreException.class, () -> map.get(DAMAGED));
      Memory.set(memory, lengths, Memory.get(memory, lengths) ^ FLIPPED);
      assertArrayEquals(new byte[8], map.get(DAMAGED));
    }
  }
}
