package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Layout of a segment's header, 1,024 bytes, little-endian. Readers touch the first line only.
 *
 * <pre>
 * offset size field       meaning
 *      0    8 version     moves whenever something is unlinked that a reader may still look at;
 *                         negative once the map is dropped
 *      8    8 table       offset of the bucket table in lines of 64 bytes (bits 0-36), its lines
 *                         (37-60), the groups of three bits below joined by exclusive or (61-63);
 *                         or {@link #MOVED} once another file has what is in this one, see
 *                         {@link Swap}
 *     16    8 entries     number of live slots, a {@link CheckedWord} like those that follow
 *     24    8 tombstones  number of slots whose entry is gone
 *     32    8 liveBytes   bytes in blocks that slots refer to
 *     40    8 chunkBytes  bytes in chunks
 *     48    8 largeBytes  part of liveBytes that is in large blocks
 *     56    8 tidied      bytes in chunks when those without entries were last given back
 *     64    8 lock        see {@link OwnerWord}
 *     72    8 intentSlot  offset of the slot being swung, 0 for none, 1 for those that the record
 *                         of an atomic group names, 2 around the changes of a run
 *     80    8 intentOld   its word before
 *     88    8 intentNew   its word after
 *     96    8 intentRecord position + 1 of the record that tells of it, 0 for none yet
 *    104    8 pending     1 while a run of pages is on its way from or to the file's free space
 *    112    8 chunks      offset of the first chunk, 0 for none
 *    120    8 movedTable  while table says that it moved: what it said before
 *    128    8 * 78 free   first free block of each size class, 0 for none
 *    768   64 spares      blocks that the last changes replaced, see {@link Spares}
 * </pre>
 *
 * <p>A bucket is one line of eight slots; see {@link Slot}.
 */
final class SegmentLayout {
  static final long VERSION = 0;
  static final long TABLE = 8;
  static final long ENTRIES = 16;
  static final long TOMBSTONES = 24;
  static final long LIVE_BYTES = 32;
  static final long CHUNK_BYTES = 40;
  static final long LARGE_BYTES = 48;
  static final long TIDIED = 56;
  static final long LOCK = 64;
  static final long INTENT_SLOT = 72;
  static final long INTENT_OLD = 80;
  static final long INTENT_NEW = 88;
  static final long INTENT_RECORD = 96;
  static final long PENDING = 104;
  static final long CHUNKS = 112;
  static final long MOVED_TABLE = 120;
  static final long FREE = 128;
  static final long SPARES = 768;
  static final long LENGTH = 1024;

  /** Bit of the version of a map that is dropped, so that quick lookups need not look elsewhere. */
  static final long DROPPED = 1L << 63;

  /** What intentSlot says of an atomic group. */
  static final long GROUP = 1;

  /** What the intent's slot holds around the changes of a run of one or several. */
  static final long RUN = 2;

  /**
   * No sound table word: a table of no lines, behind the end of every file, so that who looks for
   * something there is out of bounds.
   */
  static final long MOVED = (1L << 37) - 1;

  static final int LINE_SHIFT = 6;
  static final long LINE_BYTES = 1L << LINE_SHIFT;
  static final int TABLE_LINES_SHIFT = 37;
  static final long TABLE_OFFSET_MASK = (1L << TABLE_LINES_SHIFT) - 1;
  static final long TABLE_LINES_MASK = (1L << 24) - 1;

  /** Lines of the first table of every segment. */
  static final int FIRST_LINES = 4;

  private static final int TABLE_CHECK_SHIFT = 61;

  /** Every third bit of 63. */
  private static final long THIRDS = 0x1249_2492_4924_9249L;

  private SegmentLayout() {}

  static long tableWord(long offset, long lines) {
    long word = offset >>> LINE_SHIFT | lines << TABLE_LINES_SHIFT;
    return word | tableCheck(word) << TABLE_CHECK_SHIFT;
  }

  static boolean isSoundTable(long word) {
    return tableLines(word) != 0
        && tableCheck(word & ((1L << TABLE_CHECK_SHIFT) - 1)) == word >>> TABLE_CHECK_SHIFT;
  }

  private static long tableCheck(long word) {
    return (Long.bitCount(word & THIRDS) & 1)
        | (Long.bitCount(word & (THIRDS << 1)) & 1) << 1
        | (Long.bitCount(word & (THIRDS << 2)) & 1) << 2;
  }

  /** Whether the file that the segment lies in makes way for another. */
  static boolean isMoved(MemorySegment memory, long at) {
    return Memory.getAcquire(memory, at + TABLE) == MOVED;
  }

  /** A segment's table word, also where it is set aside for the file to make way for another. */
  static long tableWhereverItIs(MemorySegment memory, long at) {
    return Memory.getAcquire(memory, at + (isMoved(memory, at) ? MOVED_TABLE : TABLE));
  }

  static long tableOffset(long word) {
    return (word & TABLE_OFFSET_MASK) << LINE_SHIFT;
  }

  static long tableLines(long word) {
    return (word >>> TABLE_LINES_SHIFT) & TABLE_LINES_MASK;
  }
}
