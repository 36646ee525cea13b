package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * The spare blocks of a segment: those that changes of late replaced, untouched since. Only under
 * the segment's lock.
 *
 * <pre>
 * offset size field   meaning
 *      0    8 counts  how many are ready (bits 0-2), how many wait (3-5), a {@link CheckedWord}
 *      8  7*8 spare   blocks: the ready ones from the first place on, those that wait from the last
 *                     one back; each a {@link CheckedWord}: offset in steps of 8 (bits 0-39), size
 *                     class (40-46)
 * </pre>
 *
 * <p>Readers may still look at a spare block that waits. Once there are seven, the segment's
 * version moves, for all of them, and they are ready to be taken; sooner where an update would find
 * none, as in a segment that has fewer free blocks than seven. So a change mostly moves no version:
 * who waits for it and sees it need not look twice, and the line that the version lies in stays
 * with who reads it.
 */
final class Spares {
  static final int COUNT = 7;

  /** Larger blocks are free at once, so that what spare ones take is little. */
  static final long BYTES_MAX = 512;

  private static final int WAITING_SHIFT = 3;
  private static final long COUNT_MASK = 7;
  private static final int BLOCK_SHIFT = 3;
  private static final int CLASS_SHIFT = 40;
  private static final long BLOCK_MASK = (1L << CLASS_SHIFT) - 1;
  private static final long CLASS_MASK = (1L << 7) - 1;

  private Spares() {}

  static long counts(int ready, int waiting) {
    return CheckedWord.of(ready | (long) waiting << WAITING_SHIFT);
  }

  static void setCounts(MemorySegment memory, long segmentAt, int ready, int waiting) {
    Memory.set(memory, segmentAt + SegmentLayout.SPARES, counts(ready, waiting));
  }

  static int ready(long counts) {
    return (int) (counts & COUNT_MASK);
  }

  static int waiting(long counts) {
    return (int) ((counts >>> WAITING_SHIFT) & COUNT_MASK);
  }

  static boolean isSoundCounts(long counts) {
    return CheckedWord.isSound(counts)
        && CheckedWord.value(counts) >>> (2 * WAITING_SHIFT) == 0
        && ready(counts) + waiting(counts) <= COUNT;
  }

  /** How many may be taken, once the version has moved if none is ready; 0 for a damaged word. */
  static int available(long counts) {
    if (!isSoundCounts(counts)) {
      return 0;
    }
    return waiting(counts) == COUNT ? COUNT : ready(counts);
  }

  /**
   * Makes those that wait ready, before there are seven; where none is, and the version has moved.
   *
   * @return how many are ready
   */
  static int makeReady(MemorySegment memory, long segmentAt, int waiting) {
    for (int place = COUNT; place > Math.max(waiting, COUNT - waiting); place--) {
      long spare = Memory.get(memory, placeAt(segmentAt, place));
      Memory.set(memory, placeAt(segmentAt, COUNT + 1 - place), spare);
    }
    setCounts(memory, segmentAt, waiting, 0);
    return waiting;
  }

  /** Whether there is a block at a place, 1 to {@link #COUNT}. */
  static boolean isAt(long counts, int place) {
    return place <= ready(counts) || place > COUNT - waiting(counts);
  }

  static long placeAt(long segmentAt, int place) {
    return segmentAt + SegmentLayout.SPARES + 8L * place;
  }

  static long of(long block, int sizeClass) {
    return CheckedWord.of(block >>> BLOCK_SHIFT | (long) sizeClass << CLASS_SHIFT);
  }

  static long block(long spare) {
    return (spare & BLOCK_MASK) << BLOCK_SHIFT;
  }

  static int sizeClass(long spare) {
    return (int) ((spare >>> CLASS_SHIFT) & CLASS_MASK);
  }

  /**
   * The spare block at a place.
   *
   * @param bytes how many it has to be good for
   * @return its offset, 0 if it is not of the size class that so many bytes need, or damaged
   */
  static long fitting(MapFile file, MemorySegment memory, long place, long bytes) {
    long spare = Memory.get(memory, place);
    long block = block(spare);
    boolean fits =
        CheckedWord.isSound(spare)
            && sizeClass(spare) == SizeClass.of(bytes)
            && block >= file.segmentsAt
            && block <= memory.byteSize() - bytes;
    return fits ? block : 0;
  }

  /** Offset of the block that will be taken next, 0 for none; of any value in a damaged file. */
  static long next(MemorySegment memory, long segmentAt) {
    int place = nextPlace(Memory.get(memory, segmentAt + SegmentLayout.SPARES));
    return place == 0 ? 0 : block(Memory.get(memory, placeAt(segmentAt, place)));
  }

  /** The place of that block, 0 for none. */
  static int nextPlace(long counts) {
    int ready = ready(counts);
    return ready == 0 && waiting(counts) == COUNT ? COUNT : ready;
  }
}
