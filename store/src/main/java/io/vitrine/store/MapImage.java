package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * What a salvage needs to know of a map's file, whose header may be damaged. Immutable.
 *
 * @param name of the file
 * @param memory all of it
 * @param path of the map
 * @param shape of the map
 * @param mapId its number
 * @param epoch of the store when the file was made
 * @param segmentsAt where the segment headers begin
 * @param headerIsSound whether the header says all that
 */
record MapImage(
    String name,
    MemorySegment memory,
    String path,
    MapShape shape,
    int mapId,
    long epoch,
    long segmentsAt,
    boolean headerIsSound) {
  /** What only the blocks of this file have in their checks. */
  long salt() {
    return Checks.with(epoch, mapId);
  }

  /** Bytes that may be looked at. */
  long limit() {
    long allocated = Memory.get(memory, MapLayout.ALLOCATED);
    long bytes = memory.byteSize() & -8;
    return CheckedWord.isSound(allocated)
            && CheckedWord.value(allocated) > MapLayout.PAGE
            && CheckedWord.value(allocated) < bytes
        ? CheckedWord.value(allocated)
        : bytes;
  }

  long segmentAt(int segment) {
    return segmentsAt + segment * SegmentLayout.LENGTH;
  }

  /** Where runs may begin. */
  long runsAt() {
    return segmentsAt
        + shape.segments() * (SegmentLayout.LENGTH + CompactShape.firstTableBytes(shape.compact()));
  }

  int segmentOf(long keyHash) {
    return (int) keyHash & (shape.segments() - 1);
  }

  long hashOfKey(MemorySegment source, long offset, long length) {
    return MapEngine.spread(shape.hash().hash(source, offset, length));
  }

  /** Whether a whole block of this file lies at an offset. */
  boolean isBlock(long block, long limit) {
    if (block < MapLayout.PAGE || (block & 7) != 0 || limit - block < SizeClass.BYTES_MIN) {
      return false;
    }
    long word = Memory.get(memory, block + BlockLayout.LENGTHS);
    long behindKey = BlockLayout.KEY + LogLayout.padded(BlockLayout.keyLength(word));
    if (limit - block < behindKey + (BlockLayout.isWide(word) ? 8 : 0)) {
      return false;
    }
    long lengths = BlockLayout.lengths(memory, block);
    return BlockLayout.bytes(lengths) <= limit - block
        && BlockLayout.isSound(memory, block, block, salt());
  }
}
