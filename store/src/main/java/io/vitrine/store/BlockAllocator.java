package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Hands out blocks within a segment and takes them back. Only under the segment's lock.
 *
 * <p>Small blocks come from chunks: runs of pages cut into blocks of one size, whose free ones hang
 * in a list. Large blocks are runs of their own.
 *
 * <p>Where a class has no free block and the segment has much room in others, a block of one of the
 * next three classes is taken; where much is free nevertheless, chunks without entries are given
 * back first. So a segment whose entries change their sizes stays as large as it has to be.
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

  /** By how many classes a block may be larger than its entry needs. */
  private static final int EXCESS_MAX = 3;

  private static final long MUCH_FREE_BYTES = 16 << 10;

  /** How much the segments together grow at the least before empty chunks are given back again. */
  private static final long MUCH_GROWN_BYTES = 256 << 10;

  /** How many entries a line has that is not empty for want of entries. */
  private static final long LINE_ENTRIES_MIN = 2;

  private static final long GROWN_BYTES_PER_EMPTY_LINE = 1 << 10;

  private final MapFile file;
  private final SpaceAllocator space;
  private final FreeLists lists;

  BlockAllocator(MapFile file, SpaceAllocator space, FreeLists lists) {
    this.file = file;
    this.space = space;
    this.lists = lists;
  }

  private long count(long at, long field) {
    return file.word(file.memory(), at + field);
  }

  /** Bytes in free blocks of the segment whose header is there. */
  private long freeBytes(long at) {
    return count(at, SegmentLayout.CHUNK_BYTES) - smallBytes(at);
  }

  private long smallBytes(long at) {
    return count(at, SegmentLayout.LIVE_BYTES) - count(at, SegmentLayout.LARGE_BYTES);
  }

  /**
   * Takes a block; the file may have been mapped anew.
   *
   * @param mayTidy false where blocks were taken before that no slot refers to yet
   * @return its offset, and in the lowest bits by how many classes it is larger than needed
   * @throws WouldWaitException if there is none at hand, and the thread must not wait for more room
   */
  long allocate(int segment, long bytes, boolean mayTidy) {
    long at = file.segmentAt(segment);
    MemorySegment memory = file.memory();
    if (bytes > SizeClass.BYTES_MAX) {
      Waiting.check();
      Memory.setRelease(memory, at + SegmentLayout.PENDING, 1);
      long pages = MapLayout.pages(bytes);
      return takeRun(segment, pages, pages, PageEntry.LARGE);
    }
    int sizeClass = SizeClass.of(bytes);
    long spare = takeSpare(at, sizeClass);
    if (spare != 0) {
      return spare;
    }
    if (Memory.get(memory, freeAt(at, sizeClass)) != 0) {
      return take(at, sizeClass);
    }
    int excess = excessOfFree(at, sizeClass);
    if (excess < 0 && freeWaiting(at)) {
      excess = excessOfFree(at, sizeClass);
    }
    if (excess < 0) {
      Waiting.check();
    }
    if (excess < 0 && mayTidy && isTidyDue(at)) {
      lists.tidy(segment);
      excess = excessOfFree(at, sizeClass);
    }
    if (excess < 0) {
      addChunk(segment, sizeClass);
      excess = 0;
    }
    return take(at, sizeClass + excess) | excess;
  }

  /**
   * Takes a spare block of a size class; those of others that lie before it become free.
   *
   * @return its offset, 0 for none
   */
  private long takeSpare(long at, int sizeClass) {
    MemorySegment memory = file.memory();
    long counts = Memory.get(memory, at + SegmentLayout.SPARES);
    if (counts == 0) {
      return 0;
    }
    checkSpares(at, counts);
    int ready = Spares.ready(counts);
    int waiting = Spares.waiting(counts);
    if (ready == 0) {
      if (waiting < Spares.COUNT) {
        return 0;
      }
      makeReady(memory, at);
      ready = Spares.COUNT;
      waiting = 0;
    }
    while (ready > 0) {
      long spare = spare(memory, Spares.placeAt(at, ready));
      ready--;
      Spares.setCounts(memory, at, ready, waiting);
      if (Spares.sizeClass(spare) == sizeClass) {
        return Spares.block(spare);
      }
      link(at, Spares.block(spare), Spares.sizeClass(spare));
    }
    return 0;
  }

  private static void makeReady(MemorySegment memory, long at) {
    MapEngine.moveVersion(memory, at);
    Step.VERSION_MOVED.reached();
  }

  /** Refuses words that do not name spare blocks: before a change, which may free all of them. */
  void checkSpares(long at) {
    MemorySegment memory = file.memory();
    long counts = Memory.get(memory, at + SegmentLayout.SPARES);
    if (counts == 0) {
      return;
    }
    checkSpares(at, counts);
    for (int place = 1; place <= Spares.COUNT; place++) {
      if (Spares.isAt(counts, place)) {
        spare(memory, Spares.placeAt(at, place));
      }
    }
  }

  private void checkSpares(long at, long counts) {
    if (!Spares.isSoundCounts(counts)) {
      throw file.corrupt(at + SegmentLayout.SPARES, "does not count spare blocks");
    }
  }

  private long spare(MemorySegment memory, long place) {
    long spare = file.word(memory, place);
    long block = Spares.block(spare);
    if (block < file.segmentsAt
        || block > memory.byteSize() - SizeClass.BYTES_MIN
        || Spares.sizeClass(spare) >= SizeClass.COUNT) {
      throw file.corrupt(
          place, "names a spare block at 0x" + Long.toHexString(block) + ", where there is none");
    }
    return spare;
  }

  /**
   * Keeps a block of these lengths that no slot refers to any more as a spare one, or frees it if
   * it {@link #isKept is not to be kept}; the version has moved then. With a removed entry all
   * spare blocks go, so that nothing of it proves itself any more to who looks for lost blocks.
   *
   * @param isReplaced false if its entry is removed
   */
  void leave(int segment, long block, long lengths, boolean isReplaced) {
    if (isReplaced && isKept(BlockLayout.bytes(lengths))) {
      keep(segment, block, lengths);
      return;
    }
    if (!isReplaced) {
      freeSpares(file.segmentAt(segment));
    }
    free(segment, block, lengths);
  }

  private void keep(int segment, long block, long lengths) {
    long at = file.segmentAt(segment);
    MemorySegment memory = file.memory();
    long counts = Memory.get(memory, at + SegmentLayout.SPARES);
    checkSpares(at, counts);
    int ready = Spares.ready(counts);
    int waiting = Spares.waiting(counts);
    if (waiting == Spares.COUNT) {
      makeReady(memory, at);
      ready = Spares.COUNT;
      waiting = 0;
    }
    if (ready + waiting == Spares.COUNT) {
      long spare = spare(memory, Spares.placeAt(at, ready));
      ready--;
      Spares.setCounts(memory, at, ready, waiting);
      link(at, Spares.block(spare), Spares.sizeClass(spare));
    }
    long spare = Spares.of(block, sizeClass(block, lengths));
    Memory.set(memory, Spares.placeAt(at, Spares.COUNT - waiting), spare);
    Spares.setCounts(memory, at, ready, waiting + 1);
  }

  /** Whether a replaced block of that many bytes is kept. */
  static boolean isKept(long bytes) {
    return bytes <= Spares.BYTES_MAX;
  }

  /** Frees the spare blocks that wait, sooner than they must be; whether there are any. */
  private boolean freeWaiting(long at) {
    MemorySegment memory = file.memory();
    if (Spares.waiting(Memory.get(memory, at + SegmentLayout.SPARES)) == 0) {
      return false;
    }
    makeReady(memory, at);
    freeSpares(at);
    return true;
  }

  /** Frees all spare blocks, where the version has moved since the last one was replaced. */
  private void freeSpares(long at) {
    MemorySegment memory = file.memory();
    long counts = Memory.get(memory, at + SegmentLayout.SPARES);
    if (counts == 0) {
      return;
    }
    checkSpares(at, counts);
    Memory.set(memory, at + SegmentLayout.SPARES, 0);
    for (int place = 1; place <= Spares.COUNT; place++) {
      if (Spares.isAt(counts, place)) {
        long spare = spare(memory, Spares.placeAt(at, place));
        link(at, Spares.block(spare), Spares.sizeClass(spare));
      }
    }
  }

  private void link(long at, long block, int sizeClass) {
    MemorySegment memory = file.memory();
    long free = freeAt(at, sizeClass);
    BlockLayout.setFree(memory, block, Memory.get(memory, free));
    Memory.set(memory, free, block);
  }

  private static long freeAt(long at, int sizeClass) {
    return at + SegmentLayout.FREE + 8L * sizeClass;
  }

  private long take(long at, int sizeClass) {
    MemorySegment memory = file.memory();
    long free = freeAt(at, sizeClass);
    long block = Memory.get(memory, free);
    if (block < file.segmentsAt
        || block > memory.byteSize() - SizeClass.BYTES_MIN
        || (block & 7) != 0
        || !BlockLayout.isFree(memory, block)) {
      throw file.corrupt(
          free, "names a free block at 0x" + Long.toHexString(block) + ", where there is none");
    }
    Memory.set(memory, free, Memory.get(memory, block));
    return block;
  }

  /**
   * How many classes further there is a free block to take, -1 for none or where little is free.
   */
  private int excessOfFree(long at, int sizeClass) {
    MemorySegment memory = file.memory();
    if (Memory.get(memory, freeAt(at, sizeClass)) != 0) {
      return 0;
    }
    if (freeBytes(at) > Math.max(MUCH_FREE_BYTES, smallBytes(at) / 4)) {
      for (int excess = 1; excess <= EXCESS_MAX; excess++) {
        if (sizeClass + excess < SizeClass.COUNT
            && Memory.get(memory, freeAt(at, sizeClass + excess)) != 0) {
          return excess;
        }
      }
    }
    return -1;
  }

  /** Whether much is free, and more came since the last time. */
  private boolean isTidyDue(long at) {
    return freeBytes(at) > Math.max(4 * MUCH_FREE_BYTES, smallBytes(at) / 2) && isWorthTidying(at);
  }

  /**
   * Whether so much came since the last time that to look at all slots again is little beside it:
   * else a few entries that change their sizes in a table that once was full would have chunks
   * given back, and soon taken again, with each change.
   */
  private boolean isWorthTidying(long at) {
    long tidied = count(at, SegmentLayout.TIDIED);
    long table = SegmentLayout.tableLines(Memory.get(file.memory(), at + SegmentLayout.TABLE));
    long emptyLines = table - count(at, SegmentLayout.ENTRIES) / LINE_ENTRIES_MIN;
    long least =
        Math.max(
            Math.max(tidied / 8, MUCH_GROWN_BYTES / file.segments),
            emptyLines * GROWN_BYTES_PER_EMPTY_LINE);
    return count(at, SegmentLayout.CHUNK_BYTES) - tidied > least;
  }

  /** Gives back chunks without entries where most of the segment's blocks are free. */
  void tidyIfSparse(int segment) {
    long at = file.segmentAt(segment);
    long chunks = count(at, SegmentLayout.CHUNK_BYTES);
    if (chunks > 4 * MUCH_FREE_BYTES
        && smallBytes(at) < chunks / 4
        && isWorthTidying(at)
        && !Waiting.isForbidden()) { // a later removal will
      lists.tidy(segment);
    }
  }

  /** Takes a run; the segment's pending word must be set. */
  private long takeRun(int segment, long pages, long least, int kind) {
    long run = space.allocate(pages, least, kind, segment);
    Step.RUN_TAKEN.reached();
    return run;
  }

  /**
   * Gives back a block of these lengths that no slot refers to and no reader may still see; for a
   * large one the segment's pending word must be set.
   */
  void free(int segment, long block, long lengths) {
    long bytes = BlockLayout.bytes(lengths);
    if (bytes > SizeClass.BYTES_MAX) {
      BlockLayout.setFree(file.memory(), block, 0); // so that a repair takes it for no entry
      space.free(block);
      return;
    }
    link(file.segmentAt(segment), block, sizeClass(block, lengths));
  }

  private int sizeClass(long block, long lengths) {
    int sizeClass = SizeClass.of(BlockLayout.bytes(lengths)) + BlockLayout.excess(lengths);
    if (sizeClass >= SizeClass.COUNT) {
      throw file.corrupt(block, "begins a block of no size class");
    }
    return sizeClass;
  }

  /** Takes a run of zeros for a bucket table; the caller clears the pending word. */
  long allocateTable(int segment, long lines) {
    long at = file.segmentAt(segment);
    Memory.setRelease(file.memory(), at + SegmentLayout.PENDING, 1);
    long bytes = lines << SegmentLayout.LINE_SHIFT;
    long pages = MapLayout.pages(bytes);
    long run = takeRun(segment, pages, pages, PageEntry.TABLE);
    Memory.zero(file.memory(), run, bytes);
    return run;
  }

  private void addChunk(int segment, int sizeClass) {
    long at = file.segmentAt(segment);
    MemorySegment memory = file.memory();
    long bytes = SizeClass.bytes(sizeClass);
    long part = Math.max(1, smallBytes(at) / 64);
    long target = Math.clamp(Long.highestOneBit(part), CHUNK_BYTES_MIN, CHUNK_BYTES_MAX);
    long least = MapLayout.pages(CHUNK_BLOCKS + bytes);
    long wanted = Math.max(MapLayout.pages(target), least);
    long pending = Memory.get(memory, at + SegmentLayout.PENDING);
    Memory.setRelease(memory, at + SegmentLayout.PENDING, 1);
    long chunk = takeRun(segment, wanted, least, PageEntry.CHUNK);
    memory = file.memory();
    long size = space.runBytes(chunk);
    long blocks = (size - CHUNK_BLOCKS) / bytes;
    Memory.set(memory, chunk + CHUNK_NEXT, Memory.get(memory, at + SegmentLayout.CHUNKS));
    Memory.set(memory, chunk + CHUNK_SHAPE, bytes | blocks << 32);
    long first = chunk + CHUNK_BLOCKS;
    for (long i = 0; i < blocks; i++) {
      long next = i + 1 < blocks ? first + (i + 1) * bytes : 0;
      BlockLayout.setFree(memory, first + i * bytes, next);
    }
    long chunkBytes = count(at, SegmentLayout.CHUNK_BYTES) + size;
    Memory.setRelease(memory, at + SegmentLayout.CHUNKS, chunk);
    Step.CHUNK_LINKED.reached();
    MapFile.setWord(memory, at + SegmentLayout.CHUNK_BYTES, chunkBytes);
    Memory.set(memory, freeAt(at, sizeClass), first);
    Memory.setRelease(memory, at + SegmentLayout.PENDING, pending);
  }
}
