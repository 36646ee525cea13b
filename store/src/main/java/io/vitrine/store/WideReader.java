package io.vitrine.store;

import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Lookups of arrays in a compact map of wide lines in the usual case: a key of one word in its home
 * line, nobody who changes an entry of its segment meanwhile; or none of it, in a line that was
 * never full. Safe for any number of threads.
 *
 * <p>Whatever else it meets (damage, a writer at work), it says nothing and leaves the lookup to
 * {@link CompactEngine#read}, which knows all cases.
 */
final class WideReader implements BytesReader {
  /* What a lookup costs is one cache miss, or two if the entry is not in its own place; see
   * DirectReader on how the misses of several lookups overlap, and on places that follow from what
   * was read before, in place of fences. */

  private static final long NONE_MARKED = -1;
  private static final long OTHERS_MARKED = -2;
  private static final long IS_ABSENT = -3;

  private final MapFile file;
  private final HashStrategy hash;
  private final long segmentsAt;
  private final long segmentMask;
  private final long salt;
  private final int valueBytes;
  private final long entryBytes;
  private final long stride;
  private final long lineBytes;

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
    long number = Slot.homeLine(spread >>> Slot.TAG_SHIFT, SegmentLayout.tableLines(table));
    long line = SegmentLayout.tableOffset(table) + number * lineBytes;
    // three words: one of the place before or the line, the check, the key
    long first = line + CompactLayout.ENTRIES + WideLine.place(spread) * stride - Long.BYTES;
    long check = Memory.getOf8(memory, first, 1);
    if (Memory.getOf8(memory, first, 2) != key || check == 0) { // a place that was emptied has none
      long place = placeElsewhere(memory, at, version, table, line, spread, key);
      if (place < 0) {
        return place == IS_ABSENT ? ABSENT : null;
      }
      first = place - Long.BYTES;
      check = Memory.getOf8(memory, first, 1);
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

  /** The place of an entry that is not in its own, or why there is none. */
  private long placeElsewhere(
      MemorySegment memory, long at, long version, long table, long line, long spread, long key) {
    long checks = Memory.get(memory, line);
    long place = placeOf(memory, line, WideLine.withMark(checks, WideLine.mark(spread)), key);
    return place == NONE_MARKED && isAbsent(memory, at, version, table, line, checks)
        ? IS_ABSENT
        : place;
  }

  /** Offset of the marked place with a key, or why there is none. */
  private long placeOf(MemorySegment memory, long line, long marked, long key) {
    long answer = NONE_MARKED;
    for (long rest = marked; rest != 0; rest &= rest - 1) {
      int number = Long.numberOfTrailingZeros(rest) >>> 3;
      long place = line + CompactLayout.ENTRIES + number * stride;
      if (Memory.get(memory, place + Long.BYTES) == key) {
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
