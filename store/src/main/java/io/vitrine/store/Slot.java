package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * A slot of a bucket: where an entry's block is, and enough of the key's hash to find it again when
 * the table grows. Stateless; any thread.
 *
 * <pre>
 * bits   field   meaning
 * 41-63  tag     highest 23 bits of the key's hash
 *   40   parity  makes the number of ones in the word even, so that a flipped bit shows
 *  0-39  block   offset of the block in units of 8 bytes
 * </pre>
 *
 * <p>0 is a slot never used, {@link #TOMBSTONE} one whose entry is gone while later lines may hold
 * entries that found the line full.
 *
 * <p>The home line of an entry is as far down its table as its tag is in the range of all tags. So
 * a table is rebuilt from its slots alone, without a look at any block, and a place in the order of
 * tags is a place in every table, of whatever number of lines.
 */
final class Slot {
  static final long EMPTY = 0;
  static final long TOMBSTONE = 3;

  static final int TAG_BITS = 23;
  static final int TAG_SHIFT = 64 - TAG_BITS;

  /** Number of all tags. */
  static final long TAGS = 1L << TAG_BITS;

  static final long LINES_MAX = TAGS;

  /** Blocks lie behind the file's header. */
  private static final long BLOCK_MIN = 8;

  private static final long PARITY = 1L << 40;
  private static final long BLOCK_MASK = PARITY - 1;

  /** Largest size of a map's file in bytes. */
  static final long FILE_BYTES_MAX = 8L << 40;

  private Slot() {}

  static long of(long hash, long blockOffset) {
    long word = hash >>> TAG_SHIFT << TAG_SHIFT | blockOffset >>> 3;
    return (Long.bitCount(word) & 1) == 0 ? word : word | PARITY;
  }

  /** The word of the same key for another block. */
  static long inPlaceOf(long word, long blockOffset) {
    return of(word, blockOffset);
  }

  static boolean isLive(long word) {
    return (word & BLOCK_MASK) >= BLOCK_MIN;
  }

  static boolean isSound(long word) {
    return (Long.bitCount(word) & 1) == 0;
  }

  static long tag(long word) {
    return word >>> TAG_SHIFT;
  }

  static long block(long word) {
    return (word & BLOCK_MASK) << 3;
  }

  /** Home line of a tag in a table of so many lines. */
  static long homeLine(long tag, long lines) {
    return (tag * lines) >>> TAG_BITS;
  }

  /** The first tag whose home is this line, or one that is behind all tags. */
  static long firstTag(long line, long lines) {
    return ((line << TAG_BITS) + lines - 1) / lines;
  }

  /**
   * What takes the place of a slot that is removed: a line with an empty slot was never overflowed,
   * so that no tombstone is needed in it.
   */
  static long ofRemoved(MemorySegment memory, long slot) {
    long line = slot & ~63L;
    for (int i = 0; i < 8; i++) {
      if (Memory.get(memory, line + 8L * i) == EMPTY) {
        return EMPTY;
      }
    }
    return TOMBSTONE;
  }
}
