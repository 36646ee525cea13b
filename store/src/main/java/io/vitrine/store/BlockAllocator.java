package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Hands out blocks within a segment and takes them back. Only under the segment's lock.
 *
 * <p>Small blocks come from chunks: runs of pages cut into blocks of one size, whose free ones hang
 * in a list. Large blocks are runs of their own.
 */
final class BlockAllocator {
  /* Chunk, from its first byte:
   *
   * offset size field  meaning
   *      0    8 next   offset of the next chunk of the segment, 0 for none
   *      8    8 shape  size of a block in bytes (bits 0-31), how many blocks (32-63)
   *     64      blocks
   *
   * While a run is on its way between the file and the segment, the segment's pending word is 1:
   * whoever takes the segment over then looks for runs that it owns and does not use. */

  static final long CHUNK_NEXT = 0;
  static final long CHUNK_SHAPE = 8;
  static final long CHUNK_BLOCKS = 64;

  private static final long CHUNK_BYTES_MIN = MapLayout.PAGE;
  private static final long CHUNK_BYTES_MAX = 64 << 10;

  private final MapFile file;
  private final SpaceAllocator space;

  BlockAllocator(MapFile file, SpaceAllocator space) {
    this.file = file;
    this.space = space;
  }

  /**
   * Takes a block; the file may have been mapped anew.
   *
   * @return its offset
   */
  long allocate(int segment, long bytes) {
    long at = file.segmentAt(segment);
    MemorySegment memory = file.memory();
    if (bytes > SizeClass.BYTES_MAX) {
      Memory.setRelease(memory, at + SegmentLayout.PENDING, 1);
      return takeRun(segment, MapLayout.pages(bytes), PageEntry.LARGE);
    }
    int sizeClass = SizeClass.of(bytes);
    long free = at + SegmentLayout.FREE + 8L * sizeClass;
    long block = Memory.get(memory, free);
    if (block == 0) {
      addChunk(segment, sizeClass);
      memory = file.memory();
      block = Memory.get(memory, free);
    }
    if (block < file.segmentsAt || block > memory.byteSize() - SizeClass.BYTES_MIN) {
      throw file.corrupt(free, "names a free block at 0x" + Long.toHexString(block));
    }
    Memory.set(memory, free, Memory.get(memory, block));
    return block;
  }

  /** Takes a run; the segment's pending word must be set. */
  private long takeRun(int segment, long pages, int kind) {
    long run = space.allocate(pages, kind, segment);
    Step.RUN_TAKEN.reached();
    return run;
  }

  /**
   * Gives back a block that no slot refers to and no reader may still see; for a large one the
   * segment's pending word must be set.
   */
  void free(int segment, long block, long bytes) {
    long at = file.segmentAt(segment);
    MemorySegment memory = file.memory();
    if (bytes > SizeClass.BYTES_MAX) {
      space.free(block);
      return;
    }
    long free = at + SegmentLayout.FREE + 8L * SizeClass.of(bytes);
    Memory.set(memory, block, Memory.get(memory, free));
    Memory.set(memory, free, block);
  }

  /** Takes a run of zeros for a bucket table; the caller clears the pending word. */
  long allocateTable(int segment, int linesLog) {
    long at = file.segmentAt(segment);
    Memory.setRelease(file.memory(), at + SegmentLayout.PENDING, 1);
    long bytes = 1L << (linesLog + SegmentLayout.LINE_SHIFT);
    long run = takeRun(segment, MapLayout.pages(bytes), PageEntry.TABLE);
    Memory.zero(file.memory(), run, bytes);
    return run;
  }

  private void addChunk(int segment, int sizeClass) {
    long at = file.segmentAt(segment);
    MemorySegment memory = file.memory();
    long live = Memory.get(memory, at + SegmentLayout.LIVE_BYTES);
    long bytes = SizeClass.bytes(sizeClass);
    long target =
        Math.clamp(Long.highestOneBit(Math.max(1, live / 8)), CHUNK_BYTES_MIN, CHUNK_BYTES_MAX);
    long pages = MapLayout.pages(Math.max(target, CHUNK_BLOCKS + bytes));
    long blocks = ((pages << MapLayout.PAGE_SHIFT) - CHUNK_BLOCKS) / bytes;
    Memory.setRelease(memory, at + SegmentLayout.PENDING, 1);
    long chunk = takeRun(segment, pages, PageEntry.CHUNK);
    memory = file.memory();
    Memory.set(memory, chunk + CHUNK_NEXT, Memory.get(memory, at + SegmentLayout.CHUNKS));
    Memory.set(memory, chunk + CHUNK_SHAPE, bytes | blocks << 32);
    long first = chunk + CHUNK_BLOCKS;
    for (long i = 0; i < blocks; i++) {
      Memory.set(memory, first + i * bytes, i + 1 < blocks ? first + (i + 1) * bytes : 0);
    }
    Memory.setRelease(memory, at + SegmentLayout.CHUNKS, chunk);
    Step.CHUNK_LINKED.reached();
    Memory.set(memory, at + SegmentLayout.FREE + 8L * sizeClass, first);
    Memory.setRelease(memory, at + SegmentLayout.PENDING, 0);
  }
}
