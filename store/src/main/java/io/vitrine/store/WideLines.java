package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Looks for places in the wide lines of a compact map and changes them, for {@link CompactTable}.
 * Reads work with a segment's lock and without it; changes only with the lock, or where nobody else
 * knows the file.
 */
final class WideLines {
  private final CompactTable table;
  private final CompactShape shape;
  private final long salt;
  private final long entryBytes;
  private final long stride;
  private final long entriesAt;
  private final KnownMarks marks;

  WideLines(CompactTable table) {
    this.table = table;
    this.shape = table.shape;
    this.salt = table.file.salt;
    this.entryBytes = shape.entryBytes;
    this.stride = shape.stride;
    this.entriesAt = shape.entriesAt;
    this.marks = Objects.requireNonNull(table.file.marks);
  }

  private long entryAt(long place) {
    return (place >>> 3) + entriesAt + (place & 7) * stride;
  }

  /** Offset of an entry's check. */
  private long checkAt(long place) {
    return entryAt(place) - Long.BYTES;
  }

  /**
   * The place that a key seems to have, in its home line or the next one, if it is there; negative
   * if it is not.
   *
   * @param base offset of the table
   * @param number of the home line
   */
  long findWhereKnown(
      MemorySegment memory,
      long base,
      long number,
      long lines,
      long hash,
      long first,
      MemorySegment key,
      long avoid) {
    long place = marks.place(base, number, lines, hash);
    if (place < 0) {
      return -1;
    }
    // read before the line's first words, so that the processor waits for both at the same time
    long there = Memory.get(memory, entryAt(place));
    boolean isThere =
        CompactLayout.byteOf(note(memory, place >>> 3), (int) place & 7) != 0
            && there == first
            && (shape.keyWords == 1 || table.isKey(memory, entryAt(place), key));
    return isThere && place >>> 3 != avoid ? place : -1;
  }

  /** Reads the first word of a line, and notes it. */
  private long note(MemorySegment memory, long line) {
    long checks = Memory.get(memory, line);
    if (checks != marks.of(line)) {
      marks.note(line, checks);
    }
    return checks;
  }

  /** Places with the mark of a hash whose keys begin with a word, as the highest bits of bytes. */
  long marked(MemorySegment memory, long line, long first, long hash) {
    long all = 0;
    long marked = WideLine.withMark(note(memory, line), WideLine.mark(hash));
    for (; marked != 0; marked &= marked - 1) {
      long entry = entryAt(CompactTable.place(line, marked));
      all |= Memory.get(memory, entry) == first ? marked & -marked : 0;
    }
    return all;
  }

  /**
   * Reads of the first words of a key's home line and of the place that it seems to have, so that
   * they come near.
   *
   * @param base offset of the table
   * @param number of the home line
   */
  long touch(MemorySegment memory, long base, long number, long lines, long hash) {
    long entry = probableEntry(base, number, lines, hash);
    return Memory.get(memory, base + number * shape.lineBytes)
        ^ Memory.get(memory, entry)
        ^ Memory.get(memory, entry + entryBytes - 8);
  }

  /** Offset of the entry that a key seems to have; of another one where it seems to have none. */
  long probableEntry(long base, long number, long lines, long hash) {
    return entryAt(Math.max(marks.place(base, number, lines, hash), base << 3));
  }

  /** Whether an entry matches its check, and the first word of its line the one there. */
  boolean isSound(MemorySegment memory, long place) {
    long line = place >>> 3;
    return WideLine.areMarksSound(Memory.get(memory, line), WideLine.seal(salt, line))
        && isEntrySound(memory, place);
  }

  private boolean isEntrySound(MemorySegment memory, long place) {
    long entry = entryAt(place);
    return Memory.get(memory, checkAt(place))
        == WideLine.check(memory, entry, entryBytes, entry, salt);
  }

  /** The first damaged word of a line, 0 for none. */
  long unsoundIn(MemorySegment memory, long line) {
    long checks = Memory.get(memory, line);
    long unsound = unsoundAmong(memory, line, checks & CompactLayout.OCCUPIED);
    for (long rest = CompactLayout.empties(checks); rest != 0 && unsound == 0; rest &= rest - 1) {
      long at = checkAt(CompactTable.place(line, rest));
      unsound = Memory.get(memory, at) == 0 ? 0 : at; // there was an entry, and may be one
    }
    return unsound;
  }

  /**
   * The first damaged word that may be why a key was not found in a line, 0 for none: entries with
   * other marks are other keys', whatever they hold.
   */
  long unsoundFor(MemorySegment memory, long line, long hash) {
    long marked = WideLine.withMark(Memory.get(memory, line), WideLine.mark(hash));
    return unsoundAmong(memory, line, marked);
  }

  /** Refuses a line whose first words are damaged. */
  void checkFirstWords(MemorySegment memory, long line) {
    long unsound = unsoundAmong(memory, line, 0);
    if (unsound != 0) {
      throw table.file.corrupt(unsound, "is or begins what does not match its check");
    }
  }

  /** The first damaged word among a line's first ones and some of its entries, 0 for none. */
  private long unsoundAmong(MemorySegment memory, long line, long places) {
    long seal = WideLine.seal(salt, line);
    if (!WideLine.areMarksSound(Memory.get(memory, line), seal)) {
      return line;
    }
    if (!WideLine.isSound(Memory.get(memory, line + CompactLayout.REVISION), seal)) {
      return line + CompactLayout.REVISION;
    }
    for (long rest = places; rest != 0; rest &= rest - 1) {
      long place = CompactTable.place(line, rest);
      if (!isEntrySound(memory, place)) {
        return entryAt(place);
      }
    }
    return 0;
  }

  /** Sets an entry from words that lie elsewhere; the line's revision is still to be set. */
  void set(
      MemorySegment memory,
      long place,
      MemorySegment key,
      long keyAt,
      MemorySegment value,
      long valueAt) {
    long entry = entryAt(place);
    long sum = Checks.begin(entryBytes);
    for (long i = 0; i < shape.valueAt; i += 8) {
      long word = Memory.get(key, keyAt + i);
      Memory.set(memory, entry + i, word);
      sum = Checks.step(sum, word);
    }
    Step.LINE_CHANGED.reached();
    long to = entry + shape.valueAt;
    long bytes = entryBytes - shape.valueAt;
    for (long i = 0; i < bytes; i += 8) {
      long word = Memory.get(value, valueAt + i);
      Memory.set(memory, to + i, word);
      sum = Checks.step(sum, word);
    }
    Step.LINE_CHANGED.reached();
    setCheckAndMark(memory, place, sum);
  }

  /** Sets an entry to what the image of a block has; as above. */
  void set(MemorySegment memory, long place, long[] image) {
    long entry = entryAt(place);
    int from = (int) BlockLayout.KEY / 8;
    long sum = Checks.begin(entryBytes);
    int i = 0;
    if (shape.words >= 8) {
      for (; i < 8; i++) {
        long word = Words.get(image, from + i);
        Memory.setOf8(memory, entry, i, word);
        sum = Checks.step(sum, word);
      }
    }
    Step.LINE_CHANGED.reached();
    for (; i < shape.words; i++) {
      long word = Words.get(image, from + i);
      Memory.set(memory, entry + 8L * i, word);
      sum = Checks.step(sum, word);
    }
    Step.LINE_CHANGED.reached();
    setCheckAndMark(memory, place, sum);
  }

  private void setCheckAndMark(MemorySegment memory, long place, long sum) {
    long entry = entryAt(place);
    Memory.set(memory, checkAt(place), WideLine.check(sum, entry, salt));
    Step.LINE_CHANGED.reached();
    if (CompactLayout.byteOf(Memory.get(memory, place >>> 3), (int) place & 7) == 0) {
      setMark(memory, place, WideLine.mark(table.hashAt(memory, entry)));
    }
  }

  /** Empties a place; as above. */
  void clear(MemorySegment memory, long place) {
    Memory.set(memory, checkAt(place), 0);
    Step.LINE_CHANGED.reached();
    setMark(memory, place, 0);
  }

  private void setMark(MemorySegment memory, long place, long mark) {
    long line = place >>> 3;
    long checks = Memory.get(memory, line);
    long value = WideLine.marked(checks, (int) place & 7, mark);
    Memory.set(memory, line, resealed(line, checks, value));
    Step.LINE_CHANGED.reached();
  }

  /** Another value for one of a line's first words, with what is wrong with the one before. */
  long resealed(long line, long word, long value) {
    return WideLine.resealed(word, value, WideLine.seal(salt, line));
  }
}
