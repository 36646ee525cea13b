package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a batch touches is what its calls may look at, and no other place. */
class KeyBatchTest {
  private static final long TAG = 0x2A_55AAL;

  private static long slot(long tag, long block) {
    return (tag << Slot.TAG_SHIFT) | (block >>> 3);
  }

  /** Joined they would name a place between the two, or behind all that is there. */
  @Test
  void ofTwoSlotsWithOneTagOneIsTouched() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment line = arena.allocate(64, 64);
      long first = 0x1FF_0000;
      long second = 0x200_0000;
      Memory.set(line, 8, slot(TAG, first));
      Memory.set(line, 16, slot(TAG + 1, 0x40));
      Memory.set(line, 40, slot(TAG, second));
      long found = KeyBatch.blockIn(line, 0, (TAG << Slot.TAG_SHIFT) | 77);
      assertTrue(Set.of(first, second).contains(found), Long.toHexString(found));
      assertEquals(0x40, KeyBatch.blockIn(line, 0, (TAG + 1) << Slot.TAG_SHIFT));
      assertEquals(0, KeyBatch.blockIn(line, 0, (TAG + 2) << Slot.TAG_SHIFT));
    }
  }
}
