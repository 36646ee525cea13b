package io.vitrine.store;

import java.util.BitSet;

/** Which blocks of a chunk are used and which are free. For one thread. */
final class ChunkUse {
  final long offset;
  final long blockBytes;
  final int count;
  private final BitSet met = new BitSet();

  ChunkUse(long offset, long blockBytes, int count) {
    this.offset = offset;
    this.blockBytes = blockBytes;
    this.count = count;
  }

  /** Number of the block that begins at an offset, -1 where none does. */
  int indexOf(long block) {
    long in = block - offset - BlockAllocator.CHUNK_BLOCKS;
    return in < 0 || in % blockBytes != 0 || in / blockBytes >= count
        ? -1
        : (int) (in / blockBytes);
  }

  /**
   * Notes that a block is used or free.
   *
   * @return false if it was noted before
   */
  boolean meet(int index) {
    boolean fresh = !met.get(index);
    met.set(index);
    return fresh;
  }

  /** Blocks that are neither used nor free. */
  int lost() {
    return count - met.cardinality();
  }

  /** Offset of the first block that is neither used nor free. */
  long firstLost() {
    return offset + BlockAllocator.CHUNK_BLOCKS + met.nextClearBit(0) * blockBytes;
  }
}
