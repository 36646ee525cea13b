package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Lookups of small blocks by a scratch in the usual case: a key of any kind, a slot in its home
 * line or near it, a block of plain form, nobody who moves it meanwhile; or none of it, in its home
 * line and those behind it up to one that was never full. Safe for any number of threads.
 *
 * <p>Whatever else it meets (damage, a writer at work), it says nothing and leaves the lookup to
 * {@link MapEngine#read}, which knows all cases.
 */
final class ImageReader {
  /* As DirectReader, whose comments tell what is ordered by what; written again, as the compiler
   * counts by method what it meets in it. A block is copied and summed in one pass, and then its
   * key is compared, since all of its words have come by then. */

  static final int ABSENT = 0;
  static final int FOUND = 1;
  static final int UNUSUAL = 2;

  /** The words of a block behind its header. */
  private static final int WORDS_MAX = Checks.CHAIN_BYTES_MAX / Long.BYTES;

  private static final int HEADER_WORDS = (int) BlockLayout.KEY / Long.BYTES;

  /** Leaves one bit, of which no compiler can know what it is. */
  private static final int WRONG_SHIFT = 23;

  private final MapFile file;
  private final long segmentsAt;
  private final long segmentMask;
  private final long salt;

  /** As in {@link DirectReader}. */
  private @Nullable MemorySegment memory;

  ImageReader(MapFile file) {
    this.file = file;
    this.segmentsAt = file.segmentsAt;
    this.segmentMask = file.segments - 1L;
    this.salt = file.salt;
  }

  /**
   * Looks for the scratch's key and copies its block, whole and verified, to the incoming image.
   *
   * @return one of the constants above; what the image holds is of use only if it was found
   */
  int read(Scratch scratch) {
    if (scratch.outWords.length == 0 || scratch.inWords.length < HEADER_WORDS + WORDS_MAX) {
      return UNUSUAL;
    }
    long at = segmentsAt + (scratch.hash & segmentMask) * SegmentLayout.LENGTH;
    try {
      MemorySegment memory = this.memory;
      if (memory == null) {
        memory = file.memory();
        this.memory = memory;
      }
      return read(memory, at, scratch);
    } catch (IndexOutOfBoundsException | IllegalStateException | InternalError e) {
      memory = null;
      return UNUSUAL;
    }
  }

  private int read(MemorySegment mapping, long at, Scratch scratch) {
    MemorySegment memory = Memory.known(mapping);
    long spread = scratch.hash;
    long version = Memory.getOf8(memory, at, SegmentLayout.VERSION / 8);
    long dropped = version >>> 63;
    long table = Memory.getOf8(memory, at + dropped, SegmentLayout.TABLE / 8);
    long line = Slot.homeLine(spread >>> Slot.TAG_SHIFT, SegmentLayout.tableLines(table));
    long lineAt = SegmentLayout.tableOffset(table) + (line << SegmentLayout.LINE_SHIFT);
    long slot = Probe.largest(memory, lineAt, Probe.turn(spread));
    if (!Probe.isTag(slot)) {
      if (DirectReader.wasNeverFull(memory, at, version, table, lineAt)) {
        return ABSENT;
      }
      slot = DirectReader.slotBehind(memory, table, spread);
      if (!Probe.isTag(slot)) {
        return DirectReader.isAbsent(memory, at, version, table, spread) ? ABSENT : UNUSUAL;
      }
    }
    long block = Slot.block(slot);
    long revision = Memory.getOf8(memory, block, BlockLayout.REVISION / 8);
    long lengths = Memory.getOf8(memory, block, BlockLayout.LENGTHS / 8);
    int keyBytes = (int) scratch.keyLength;
    if (!BlockLayout.isPlain(lengths, keyBytes)) {
      return UNUSUAL;
    }
    int keyWords = Words.count(keyBytes);
    int words = keyWords + Words.count(BlockLayout.plainValueLength(lengths));
    if (words > WORDS_MAX) {
      return UNUSUAL;
    }
    long[] in = scratch.inWords;
    Words.set(in, 0, revision);
    Words.set(in, 1, lengths);
    long content = Checks.begin((long) words * Long.BYTES);
    for (int i = 0; i < words; i++) {
      long word = Memory.getOf16(memory, block + BlockLayout.KEY, i);
      Words.set(in, HEADER_WORDS + i, word);
      content = Checks.step(content, word);
    }
    long others = 0;
    for (int i = HEADER_WORDS; i < HEADER_WORDS + keyWords; i++) {
      others |= Words.get(in, i) ^ Words.get(scratch.outWords, i);
    }
    long wrong = BlockLayout.wrong(content, lengths, revision, salt, block);
    long after = at + (wrong >>> WRONG_SHIFT);
    long changed = Memory.getOf8(memory, after, SegmentLayout.VERSION / 8) ^ version;
    VarHandle.acquireFence(); // what this thread reads next is read behind it
    return (others | wrong | changed | version >>> 63) == 0 ? FOUND : UNUSUAL;
  }
}
