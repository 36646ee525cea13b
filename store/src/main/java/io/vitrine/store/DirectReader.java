package io.vitrine.store;

import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Lookups in the usual case: a key of one word, a slot in its home line or near it, a block of
 * plain form, nobody who moves it meanwhile; or none of it, in its home line and those behind it up
 * to one that was never full. Safe for any number of threads.
 *
 * <p>Whatever else it meets (damage, a writer at work), it says nothing and leaves the lookup to
 * {@link MapEngine#read}, which knows all cases.
 */
final class DirectReader implements BytesReader {
  /* What a lookup costs are two cache misses that depend on each other. A processor begins those
   * of the next calls meanwhile, as long as it sees them coming: as far as some 500 instructions
   * ahead, if no branch on the way was foreseen wrongly. So what counts here is the number of
   * instructions, and that no branch depends on where a slot or block lies. Words that lie side by
   * side are read as parts of one layout, so that their bounds are checked once.
   *
   * A fence costs little by itself, but behind it the compiler asks the mapping anew how long it
   * is and whether it is open. So within a lookup what has to be read in order names its place by
   * what was read before: the table by the version (an offset of 0 that follows from it), the line
   * by the table, the block by the line, and the version once more by the block's check, into which
   * all of its words went (the key as it is looked for, with which the block's was compared). What
   * lies at an address cannot be read before the address is known, by no compiler and no processor
   * that runs Java. Between lookups there is a fence, at the end of each. */

  /** Of wrong guesses, one in 32 changes the guess: by the place of the block, spread. */
  private static final long USUAL_SPREAD = 0x9E37_79B9_7F4A_7C15L;

  /** Longer values are copied as a whole and then checked. */
  private static final int SHORT_BYTES_MAX = Checks.CHAIN_BYTES_MAX / 8 * 8 - Long.BYTES;

  /** Nothing longer is allocated before a length is known to be no garbage. */
  private static final int VALUE_BYTES_MAX = 1 << 16;

  /** Slots in lines further behind are left to the engine: of a million keys 3 in 1,000. */
  private static final int LINES_BEHIND = 4;

  /** Leaves one bit, of which no compiler can know what it is. */
  private static final int WRONG_SHIFT = 23;

  private final MapFile file;
  private final boolean makesAnew;
  private final HashStrategy hash;
  private final long segmentsAt;
  private final long segmentMask;
  private final long salt;

  /**
   * The word of lengths that blocks are guessed to have, so that what follows from it is done
   * before the block has come. May be of any length.
   */
  private long usual = BlockLayout.plain(Long.BYTES, 0);

  /**
   * The mapping that lookups go to; one that is of no use any more is noticed by them, as it is too
   * short, or closed, or says that its file makes way for another. May be an earlier one; null
   * where it is to be asked for.
   */
  private @Nullable MemorySegment memory;

  /**
   * A reader.
   *
   * @param makesAnew whether an array is made where the one to fill has not the value's length;
   *     otherwise that is not the usual case
   */
  DirectReader(MapFile file, boolean makesAnew) {
    this.file = file;
    this.makesAnew = makesAnew;
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
      return read(memory, at, spread, key, using);
    } catch (IndexOutOfBoundsException | IllegalStateException | InternalError e) {
      memory = null;
      return null;
    }
  }

  /* One method, so that it does not depend on luck what of it the compiler puts together. */
  private byte @Nullable [] read(
      MemorySegment mapping, long at, long spread, long key, byte @Nullable [] using) {
    MemorySegment memory = Memory.known(mapping);
    long version = Memory.getOf8(memory, at, SegmentLayout.VERSION / 8);
    long dropped = version >>> 63;
    long table = Memory.getOf8(memory, at + dropped, SegmentLayout.TABLE / 8);
    long line = Slot.homeLine(spread >>> Slot.TAG_SHIFT, SegmentLayout.tableLines(table));
    long lineAt = SegmentLayout.tableOffset(table) + (line << SegmentLayout.LINE_SHIFT);
    long slot = Probe.largest(memory, lineAt, Probe.turn(spread));
    if (!Probe.isTag(slot)) {
      if (wasNeverFull(memory, at, version, table, lineAt)) {
        return ABSENT;
      }
      slot = slotBehind(memory, table, spread);
      if (!Probe.isTag(slot)) {
        return isAbsent(memory, at, version, table, spread) ? ABSENT : null;
      }
    }
    long block = Slot.block(slot);
    long revision = Memory.getOf8(memory, block, BlockLayout.REVISION / 8);
    long lengths = Memory.getOf8(memory, block, BlockLayout.LENGTHS / 8);
    if (Memory.getOf8(memory, block, BlockLayout.KEY / 8) != key) {
      return null;
    }
    long plain = using != null ? BlockLayout.plain(Long.BYTES, using.length) : usual;
    int length = (int) BlockLayout.plainValueLength(plain);
    if (length > SHORT_BYTES_MAX || !BlockLayout.isPlain(lengths, plain)) {
      length = lengthOf(lengths, block);
      if (length < 0) {
        return null;
      }
    }
    byte[] value = using;
    if (value == null || value.length != length) {
      if (value != null && !makesAnew) {
        return null;
      }
      value = FreshBytes.of(length);
    }
    long content =
        length > SHORT_BYTES_MAX
            ? copyLong(memory, block, key, value)
            : copyShort(memory, block, key, value);
    long wrong = BlockLayout.wrong(content, lengths, revision, salt, block);
    long after = at + (wrong >>> WRONG_SHIFT);
    long changed = Memory.getOf8(memory, after, SegmentLayout.VERSION / 8) ^ version;
    VarHandle.acquireFence(); // what this thread reads next is read behind it
    return (wrong | changed | version >>> 63) == 0 ? value : null;
  }

  /** The turned slot of a key that is in a line behind its home line, or another word. */
  static long slotBehind(MemorySegment memory, long table, long spread) {
    long lines = SegmentLayout.tableLines(table);
    long number = Slot.homeLine(spread >>> Slot.TAG_SHIFT, lines);
    long slot = Slot.EMPTY;
    for (int i = 0; i < LINES_BEHIND && !Probe.isTag(slot); i++) {
      number = number + 1 == lines ? 0 : number + 1;
      long lineAt = SegmentLayout.tableOffset(table) + (number << SegmentLayout.LINE_SHIFT);
      slot = Probe.largest(memory, lineAt, Probe.turn(spread));
    }
    return slot;
  }

  /**
   * Whether a line in which no slot has the tag tells that the key is not there: it is whole and
   * was never full, and so are its table and the map.
   */
  static boolean wasNeverFull(
      MemorySegment memory, long at, long version, long table, long lineAt) {
    int zeros = 0; // of an empty slot 64, of others less
    int odd = 0;
    for (int i = 0; i < 8; i++) {
      long word = Memory.getOf8(memory, lineAt, i);
      zeros |= Long.numberOfTrailingZeros(word);
      odd |= Long.bitCount(word);
    }
    VarHandle.acquireFence();
    return zeros >= Long.SIZE
        && (odd & 1) == 0
        && version >= 0
        && SegmentLayout.isSoundTable(table)
        && Memory.get(memory, at + SegmentLayout.VERSION) == version;
  }

  /**
   * Whether the lines from a key's home line on, in none of which a slot has the tag, tell that it
   * is not there: they are whole, and near is one that was never full. Of a million keys 36 in 100
   * had a home line that was. To look at the lines once more is quicker than to have done with each
   * as it was looked at for the tag, as then nobody can foresee how many there will be.
   */
  static boolean isAbsent(MemorySegment memory, long at, long version, long table, long spread) {
    long lines = SegmentLayout.tableLines(table);
    long number = Slot.homeLine(spread >>> Slot.TAG_SHIFT, lines);
    int odd = 0;
    for (int i = 0; i <= LINES_BEHIND && (odd & 1) == 0; i++) {
      long lineAt = SegmentLayout.tableOffset(table) + (number << SegmentLayout.LINE_SHIFT);
      if (wasNeverFull(memory, at, version, table, lineAt)) {
        return true;
      }
      for (int word = 0; word < 8; word++) {
        odd |= Long.bitCount(Memory.getOf8(memory, lineAt, word));
      }
      number = number + 1 == lines ? 0 : number + 1;
    }
    return false;
  }

  /** The length of a value that is not as long as was guessed; negative if it may be garbage. */
  private int lengthOf(long lengths, long block) {
    int length = (int) BlockLayout.plainValueLength(lengths);
    if (length > VALUE_BYTES_MAX || !BlockLayout.isPlain(lengths, Long.BYTES)) {
      return -1;
    }
    noteUsual(block, length);
    return length;
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
  private void noteUsual(long block, int length) {
    if ((block * USUAL_SPREAD) >>> 59 == 0) {
      usual = BlockLayout.plain(Long.BYTES, length);
    }
  }
}
