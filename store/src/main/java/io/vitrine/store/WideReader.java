package io.vitrine.store;

import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lookups of arrays in a compact map of wide lines in the usual case: a key of one word in its home
 * line or near it, nobody who changes an entry of its segment meanwhile; or none of it, in a line
 * that was never full. Safe for any number of threads.
 *
 * <p>Whatever else it meets (damage, a writer at work), it says nothing and leaves the lookup to
 * {@link CompactEngine#read}, which knows all cases.
 */
final class WideReader implements BytesReader {
  /* What a lookup costs is one cache miss where KnownMarks tells the place, and more otherwise; see
   * DirectReader on how the misses of several lookups overlap, and on places that follow from what
   * was read before, in place of fences. */

  private static final long NONE_MARKED = -1;
  private static final long OTHERS_MARKED = -2;
  private static final long IS_ABSENT = -3;

  /** Entries that lie further behind their home lines are left to the engine. */
  private static final int LINES_LOOKED_AT = 4;

  private final MapFile file;
  private final HashStrategy hash;
  private final long segmentsAt;
  private final long segmentMask;
  private final long salt;
  private final int valueBytes;
  private final long entryBytes;
  private final long stride;
  private final long lineBytes;
  private final KnownMarks marks;

  /**
   * The mapping that lookups go to, as in {@link DirectReader}; null where it is to be asked for.
   */
  private @Nullable MemorySegment memory;

  WideReader(MapFile file, CompactShape shape) {
    this.file = file;
    this.hash = file.hash;
    this.segmentsAt = file.segmentsAt;
    this.segmentMask = file.segments - 1L;
    this.salt = file.salt;
    this.valueBytes = shape.valueBytes;
    this.entryBytes = shape.entryBytes;
    this.stride = shape.stride;
    this.lineBytes = shape.lineBytes;
    this.marks = Objects.requireNonNull(file.marks);
  }

  /* Written again from DirectReader, as the compiler counts by method what it meets in it: in one
   * that both shared each call would ask anew which of the two it is. */
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

  /* One method, as in DirectReader. */
  private byte @Nullable [] read(
      MemorySegment mapping, long at, long spread, long key, byte @Nullable [] using) {
    MemorySegment memory = Memory.known(mapping);
    long version = Memory.getOf8(memory, at, SegmentLayout.VERSION / 8);
    long dropped = version >>> 63;
    long table = Memory.getOf8(memory, at + dropped, SegmentLayout.TABLE / 8);
    long lines = SegmentLayout.tableLines(table);
    long number = Slot.homeLine(spread >>> Slot.TAG_SHIFT, lines);
    long base = SegmentLayout.tableOffset(table);
    long there = marks.place(base, number, lines, spread);
    // three words: one of the place before or the line, the check, the key
    long first = firstWord(Math.max(there, base << 3));
    long check = Memory.getOf8(memory, first, 1);
    // a place that was emptied has no check
    if (there < 0 || Memory.getOf8(memory, first, 2) != key || check == 0) {
      there = placeElsewhere(memory, at, version, table, spread, key);
      if (there < 0) {
        return there == IS_ABSENT ? ABSENT : null;
      }
      first = firstWord(there);
      check = Memory.getOf8(memory, first, 1);
    } else if (marks.of(there >>> 3) == 0) {
      marks.note(there >>> 3, Memory.get(memory, there >>> 3));
    }
    byte[] value = using != null && using.length == valueBytes ? using : FreshBytes.of(valueBytes);
    long sum = Checks.step(Checks.begin(entryBytes), key);
    sum = Checks.copyBehind3(memory, first, value, sum);
    long wrong = WideLine.check(sum, first + 2 * Long.BYTES, salt) ^ check;
    long after = at + (wrong >>> 63);
    long changed = Memory.getOf8(memory, after, SegmentLayout.VERSION / 8) ^ version;
    VarHandle.acquireFence(); // what this thread reads next is read behind it
    return (wrong | changed | (version & (SegmentLayout.DROPPED | 1))) == 0 ? value : null;
  }

  /** The word before the check of the entry at a place. */
  private long firstWord(long place) {
    return (place >>> 3) + CompactLayout.ENTRIES + (place & 7) * stride - Long.BYTES;
  }

  /** The place of an entry that is not where it was looked for, or why there is none. */
  private long placeElsewhere(
      MemorySegment memory, long at, long version, long table, long spread, long key) {
    long lines = SegmentLayout.tableLines(table);
    long base = SegmentLayout.tableOffset(table);
    long number = Slot.homeLine(spread >>> Slot.TAG_SHIFT, lines);
    for (int i = 0; i < LINES_LOOKED_AT; i++) {
      long line = base + number * lineBytes;
      long checks = Memory.get(memory, line);
      marks.note(line, checks);
      long place = placeOf(memory, line, WideLine.withMark(checks, WideLine.mark(spread)), key);
      if (place >= 0) {
        return place;
      }
      if (!CompactLayout.isOverflowed(Memory.get(memory, line + CompactLayout.REVISION))) {
        boolean isAbsent =
            i == 0 && place == NONE_MARKED && isAbsent(memory, at, version, table, line, checks);
        return isAbsent ? IS_ABSENT : place;
      }
      number = number + 1 == lines ? 0 : number + 1;
    }
    return OTHERS_MARKED;
  }

  /** The marked place with a key, or why there is none. */
  private long placeOf(MemorySegment memory, long line, long marked, long key) {
    long answer = NONE_MARKED;
    for (long rest = marked; rest != 0; rest &= rest - 1) {
      long place = CompactTable.place(line, rest);
      if (Memory.get(memory, firstWord(place) + 2 * Long.BYTES) == key) {
        return place;
      }
      answer = OTHERS_MARKED;
    }
    return answer;
  }

  /** Whether a line without a place that is marked tells that the key is not there. */
  private boolean isAbsent(
      MemorySegment memory, long at, long version, long table, long line, long checks) {
    long revision = Memory.get(memory, line + CompactLayout.REVISION);
    long seal = WideLine.seal(salt, line);
    VarHandle.acquireFence();
    return WideLine.areMarksSound(checks, seal)
        && WideLine.isSound(revision, seal)
        && !CompactLayout.isOverflowed(revision)
        && SegmentLayout.isSoundTable(table)
        && (version & (SegmentLayout.DROPPED | 1)) == 0
        && Memory.get(memory, at + SegmentLayout.VERSION) == version;
  }
}
