package io.vitrine.store;

import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Lookups in the usual case: a key of one word, a slot in its home line or the next, a block of
 * plain form, nobody who moves it meanwhile; or none of it, in a home line that was never full.
 * Safe for any number of threads.
 *
 * <p>Whatever else it meets (damage, a writer at work), it says nothing and leaves the lookup to
 * {@link MapEngine#read}, which knows all cases.
 */
final class DirectReader implements BytesReader {
  /* What a lookup costs are two cache misses that depend on each other. A processor begins those
   * of the next calls meanwhile, as long as it sees them coming: as far as some 500 instructions
   * ahead, if no branch on the way was foreseen wrongly. So what counts here is the number of
   * instructions, and that no branch depends on where a slot or block lies. Words that lie side by
   * side are read as parts of one layout, so that their bounds are checked once. */

  /** One in so many wrong guesses, less one, changes the guess. */
  private static final int USUAL_MASK = 31;

  /** Longer values are copied as a whole and then checked. */
  private static final int SHORT_BYTES_MAX = Checks.CHAIN_BYTES_MAX / 8 * 8 - Long.BYTES;

  /** Nothing longer is allocated before a length is known to be no garbage. */
  private static final int VALUE_BYTES_MAX = 1 << 16;

  private final MapFile file;
  private final HashStrategy hash;
  private final long segmentsAt;
  private final long segmentMask;
  private final long salt;

  /**
   * The length that values are guessed to have, so that what follows from it is done before the
   * block has come. May be any.
   */
  private int usual;

  /**
   * The mapping that lookups go to; one that is of no use any more is noticed by them, as it is too
   * short, or closed, or says that its file makes way for another. May be an earlier one; null
   * where it is to be asked for.
   */
  private @Nullable MemorySegment memory;

  DirectReader(MapFile file) {
    this.file = file;
    this.hash = file.hash;
    this.segmentsAt = file.segmentsAt;
    this.segmentMask = file.segments - 1L;
    this.salt = file.salt;
  }

  @Override
  public byte @Nullable [] read(long key, byte @Nullable [] using) {
    long spread = MapEngine.spread(hash.hash(key));
    long at = segmentsAt + (spread & segmentMask) * SegmentLayout.LENGTH;
    try {
      MemorySegment memory = this.memory;
      if (memory == null) {
        memory = file.memory();
        this.memory = memory;
      }
      long version = Memory.getOf8(memory, at, SegmentLayout.VERSION / 8);
      VarHandle.acquireFence();
      long table = Memory.getOf8(memory, at, SegmentLayout.TABLE / 8);
      long want = spread >>> Slot.TAG_SHIFT;
      long lines = SegmentLayout.tableLines(table);
      long line = Slot.homeLine(want, lines);
      long lineAt = SegmentLayout.tableOffset(table) + (line << SegmentLayout.LINE_SHIFT);
      long word = Probe.wordOf(memory, lineAt, want);
      if (Slot.tag(word) == want) {
        return readBlock(memory, at, version, word, key, using);
      }
      if (wasNeverFull(memory, at, version, table, lineAt)) {
        return ABSENT;
      }
      if (line + 1 == lines) {
        return null;
      }
      word = Probe.wordOf(memory, lineAt + SegmentLayout.LINE_BYTES, want);
      return Slot.tag(word) == want ? readBlock(memory, at, version, word, key, using) : null;
    } catch (IndexOutOfBoundsException | IllegalStateException | InternalError e) {
      memory = null;
      return null;
    }
  }

  /**
   * Whether a line in which no slot has the tag tells that the key is not there: it is whole and
   * was never full, and so are its table and the map.
   */
  private static boolean wasNeverFull(
      MemorySegment memory, long at, long version, long table, long lineAt) {
    boolean hasEmpty = false;
    int odd = 0;
    for (int i = 0; i < 8; i++) {
      long word = Memory.getOf8(memory, lineAt, i);
      hasEmpty |= word == Slot.EMPTY;
      odd |= Long.bitCount(word);
    }
    VarHandle.acquireFence();
    return hasEmpty
        && (odd & 1) == 0
        && version >= 0
        && SegmentLayout.isSoundTable(table)
        && Memory.get(memory, at + SegmentLayout.VERSION) == version;
  }

  private byte @Nullable [] readBlock(
      MemorySegment memory, long at, long version, long word, long key, byte @Nullable [] using) {
    long block = Slot.block(word);
    long revision = Memory.getOf11(memory, block, BlockLayout.REVISION / 8);
    long lengths = Memory.getOf11(memory, block, BlockLayout.LENGTHS / 8);
    if (Memory.getOf11(memory, block, BlockLayout.KEY / 8) != key || version < 0) {
      return null;
    }
    int length = using != null ? using.length : usual;
    if (length > SHORT_BYTES_MAX || !BlockLayout.isPlain(lengths, Long.BYTES, length)) {
      length = (int) BlockLayout.plainValueLength(lengths);
      if (length > VALUE_BYTES_MAX || !BlockLayout.isPlain(lengths, Long.BYTES)) {
        return null;
      }
      noteUsual(word, length);
    }
    byte[] value = using != null && using.length == length ? using : FreshBytes.of(length);
    long content =
        length > SHORT_BYTES_MAX
            ? copyLong(memory, block, key, value)
            : copyShort(memory, block, key, value);
    boolean sound = BlockLayout.isSound(content, lengths, revision, salt, block);
    VarHandle.acquireFence();
    return sound && Memory.get(memory, at + SegmentLayout.VERSION) == version ? value : null;
  }

  private static long copyShort(MemorySegment memory, long block, long key, byte[] value) {
    long sum = Checks.begin(Long.BYTES + LogLayout.padded(value.length));
    return Checks.copyBehind3(memory, block, value, Checks.step(sum, key));
  }

  private static long copyLong(MemorySegment memory, long block, long key, byte[] value) {
    Memory.copy(memory, block + BlockLayout.KEY + Long.BYTES, value);
    return Checks.chain(key, value);
  }

  /** Guesses another length from now on; seldom, since all threads read it. */
  private void noteUsual(long word, int length) {
    if ((Slot.tag(word) & USUAL_MASK) == 0) {
      usual = length;
    }
  }
}
