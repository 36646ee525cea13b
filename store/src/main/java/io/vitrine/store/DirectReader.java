package io.vitrine.store;

import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Lookups in the usual case: a key of one word, a slot in its home line or the next, a block of
 * plain form, nobody who moves it meanwhile. Safe for any number of threads.
 *
 * <p>Whatever else it meets (an absent key, damage, a writer at work), it says nothing and leaves
 * the lookup to {@link MapEngine#read}, which knows all cases.
 */
final class DirectReader {
  /* What a lookup costs are two cache misses that depend on each other. A processor begins those
   * of the next calls meanwhile, as long as it sees them coming: as far as some 500 instructions
   * ahead, if no branch on the way was foreseen wrongly. So what counts here is the number of
   * instructions, and that no branch depends on where a slot or block lies. Slices of
   * the mapping would save checks of bounds, but the compiler does not always get rid of them. */

  /** Words of a block: header and key. */
  private static final long HEAD_BYTES = BlockLayout.KEY + Long.BYTES;

  /** Longer values are copied as a whole and then checked. */
  private static final int VALUE_BYTES_MAX = Checks.CHAIN_BYTES_MAX / 8 * 8 - Long.BYTES;

  private final MapFile file;
  private final HashStrategy hash;
  private final long segmentsAt;
  private final long segmentMask;
  private final long salt;

  DirectReader(MapFile file) {
    this.file = file;
    this.hash = file.hash;
    this.segmentsAt = file.segmentsAt;
    this.segmentMask = file.segments - 1L;
    this.salt = file.salt;
  }

  /**
   * Reads the value of a key.
   *
   * @param using an array to fill, if it has the value's length
   * @return null if this is not the usual case
   */
  byte @Nullable [] read(long key, byte @Nullable [] using) {
    long spread = MapEngine.spread(hash.hash(key));
    long at = segmentsAt + (spread & segmentMask) * SegmentLayout.LENGTH;
    try {
      MemorySegment memory = file.memory();
      long version = Memory.get(memory, at + SegmentLayout.VERSION);
      VarHandle.acquireFence();
      long table = Memory.get(memory, at + SegmentLayout.TABLE);
      long want = spread >>> Slot.TAG_SHIFT;
      long lines = SegmentLayout.tableLines(table);
      long line = Slot.homeLine(want, lines);
      long lineAt = SegmentLayout.tableOffset(table) + (line << SegmentLayout.LINE_SHIFT);
      long word = Probe.wordOf(memory, lineAt, want);
      if (Slot.tag(word) == want) {
        return readBlock(memory, at, version, Slot.block(word), key, using);
      }
      if (line + 1 == lines) {
        return null;
      }
      word = Probe.wordOf(memory, lineAt + SegmentLayout.LINE_BYTES, want);
      return Slot.tag(word) == want
          ? readBlock(memory, at, version, Slot.block(word), key, using)
          : null;
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      return null;
    }
  }

  private byte @Nullable [] readBlock(
      MemorySegment memory, long at, long version, long block, long key, byte @Nullable [] using) {
    long revision = Memory.get(memory, block + BlockLayout.REVISION);
    long lengths = Memory.get(memory, block + BlockLayout.LENGTHS);
    if (Memory.get(memory, block + BlockLayout.KEY) != key
        || !BlockLayout.isPlain(lengths, Long.BYTES)
        || version < 0) {
      return null;
    }
    int length = (int) BlockLayout.plainValueLength(lengths);
    if (length > VALUE_BYTES_MAX) {
      return null;
    }
    byte[] value = using != null && using.length == length ? using : new byte[length];
    long sum = Checks.step(Checks.begin(Long.BYTES + LogLayout.padded(length)), key);
    long content = Checks.copy(memory, block + HEAD_BYTES, value, sum);
    boolean sound = BlockLayout.isSound(content, lengths, revision, salt, block);
    VarHandle.acquireFence();
    return sound && Memory.get(memory, at + SegmentLayout.VERSION) == version ? value : null;
  }
}
