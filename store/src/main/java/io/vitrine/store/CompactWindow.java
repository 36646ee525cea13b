package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Some lines of a table that is being built, in an array, where an entry is added by fewer
 * instructions than in memory. For entries of two words whose keys have
 * eight bytes; for the thread that has the segment's
 * lock.
 *
 * <p>Entries come nearly in the order of their home lines, as they lie in the table of before, so
 * the window goes on with them. Lines within it must not be touched elsewhere before {@link
 * #flush}.
 */
final class CompactWindow {
  private static final int LINES = 128;

  /** How many lines before that of an entry stay within, for those that overflowed from there. */
  private static final int BEHIND = 8;

  /** How many lines behind that of an entry are within, if the table has them. */
  private static final int AHEAD = 8;

  private static final int LINE_WORDS = 16;
  private static final int REVISION = (int) CompactLayout.REVISION / Long.BYTES;
  private static final int ENTRIES = (int) CompactLayout.ENTRIES / Long.BYTES;

  private final MapFile file;
  private final MemorySegment memory;
  private final long base;
  private final long lines;
  private final long[] words = new long[LINES * LINE_WORDS];
  private long first;
  private int count;

  /**
   * Begins with the first lines of a table.
   *
   * @param to the table's word
   */
  CompactWindow(MapFile file, MemorySegment memory, long to) {
    this.file = file;
    this.memory = memory;
    this.base = SegmentLayout.tableOffset(to);
    this.lines = SegmentLayout.tableLines(to);
    load(0);
  }

  /** Takes in what the lines of the window have by now. */
  void reload() {
    load(first);
  }

  private void load(long from) {
    first = from;
    count = (int) Math.min(LINES, lines - from);
    Memory.copy(memory, offset(from), words, LINE_WORDS * count);
  }

  /** Puts the lines of the window where they belong. */
  void flush() {
    Memory.copy(words, LINE_WORDS * count, memory, offset(first));
  }

  private long offset(long line) {
    return base + line * LINE_WORDS * Long.BYTES;
  }

  /**
   * Adds an entry.
   *
   * @return false if there is no place for it within: then nothing has changed
   */
  boolean add(long key, long value, long revision) {
    long tag = MapEngine.spread(file.hash.hash(key)) >>> Slot.TAG_SHIFT;
    long home = Slot.homeLine(tag, lines);
    if (home + AHEAD >= first + count && first + count < lines) {
      flush();
      load(Math.max(0, home - BEHIND));
    }
    int number = home < first ? count : (int) Math.min(count, home - first);
    int line = number;
    while (line < count && CompactLayout.empties(words[LINE_WORDS * line]) == 0) {
      line++;
    }
    if (line == count) {
      return false;
    }
    for (; number < line; number++) {
      words[LINE_WORDS * number + REVISION] |= CompactLayout.OVERFLOWED;
    }
    set(line, key, value, revision);
    return true;
  }

  private void set(int number, long key, long value, long revision) {
    int line = LINE_WORDS * number;
    long raw = words[line];
    int place = Long.numberOfTrailingZeros(CompactLayout.empties(raw)) >>> 3;
    int entry = line + ENTRIES + 2 * place;
    words[entry] = key;
    words[entry + 1] = value;
    long at = offset(first) + (long) Long.BYTES * entry;
    long sum = CompactLayout.sum(CompactLayout.seed(file.salt, at), key, value);
    long share = CompactLayout.shareBy(sum) << 56;
    words[line] = (raw | CompactLayout.byteBy(sum) << (8 * place)) ^ share;
    words[line + REVISION] = CompactMover.joined(words[line + REVISION], revision);
  }
}
