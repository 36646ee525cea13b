package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** What a segment of a map in blocks counts. Only under the segment's lock. */
final class SegmentCounters {
  private SegmentCounters() {}

  /** Refuses to change a segment whose counters are damaged. */
  static void check(MapFile file, long at) {
    MemorySegment memory = file.memory(); // each by itself: what is wrong in two of them may agree
    file.word(memory, at + SegmentLayout.ENTRIES);
    file.word(memory, at + SegmentLayout.TOMBSTONES);
    file.word(memory, at + SegmentLayout.LIVE_BYTES);
  }

  /**
   * Counts a change that is made.
   *
   * @param at offset of the segment's header
   * @param oldBytes size of the block that was replaced, 0 for none
   * @param bytes size of the one in its place, 0 for none
   */
  static void count(
      MemorySegment memory, long at, long oldWord, long newWord, long oldBytes, long bytes) {
    if (bytes != 0 && oldBytes == 0) {
      add(memory, at + SegmentLayout.ENTRIES, 1);
    } else if (bytes == 0) {
      add(memory, at + SegmentLayout.ENTRIES, -1);
    }
    if (oldWord == Slot.TOMBSTONE) {
      add(memory, at + SegmentLayout.TOMBSTONES, -1);
    } else if (newWord == Slot.TOMBSTONE) {
      add(memory, at + SegmentLayout.TOMBSTONES, 1);
    }
    if (bytes != oldBytes) {
      add(memory, at + SegmentLayout.LIVE_BYTES, bytes - oldBytes);
    }
    long large = large(bytes);
    long oldLarge = large(oldBytes);
    if (large != 0 || oldLarge != 0) {
      add(memory, at + SegmentLayout.LARGE_BYTES, large - oldLarge);
    }
  }

  private static long large(long bytes) {
    return MapEngine.isLarge(bytes) ? bytes : 0;
  }

  private static void add(MemorySegment memory, long offset, long delta) {
    MapFile.setWord(memory, offset, CheckedWord.value(Memory.get(memory, offset)) + delta);
  }
}
