package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Moves the entries of a compact map's table to another one, which nobody else knows yet. For the
 * thread that has the segment's lock.
 */
final class CompactMover {
  /* A table is built many times while a map is filled, so that this is a large part of an
   * insertion. Lines of the new table have no checks until all entries are there: till then the
   * highest byte of their first word holds the shares of their entries alone, and that of the
   * second one nothing. */

  private final CompactTable table;
  private final CompactShape shape;
  private final long lineBytes;
  private final long entryBytes;

  CompactMover(CompactTable table) {
    this.table = table;
    this.shape = table.shape;
    this.lineBytes = shape.lineBytes;
    this.entryBytes = shape.entryBytes;
  }

  /**
   * Moves all entries.
   *
   * @param from the word of a table, of which every line is looked at
   * @param to that of an empty one
   * @throws CorruptStoreException if a line of the first one is damaged
   */
  void moveAll(MemorySegment memory, long from, long to) {
    long line = SegmentLayout.tableOffset(from);
    long end = line + SegmentLayout.tableLines(from) * lineBytes;
    for (; line < end; line += lineBytes) {
      moveLine(memory, line, to);
    }
    seal(memory, to);
  }

  private void moveLine(MemorySegment memory, long line, long to) {
    long unsound = table.unsoundIn(memory, line);
    if (unsound != 0) {
      throw table.file.corrupt(unsound, "is or begins what does not match its check");
    }
    long revision = CompactTable.revisionAt(memory, line << 3);
    long live = Memory.get(memory, line) & CompactLayout.OCCUPIED;
    for (; live != 0; live &= live - 1) {
      long entry = line + CompactLayout.ENTRIES + (numberOf(live) * entryBytes);
      add(memory, entry, revision, to);
    }
  }

  /** The first of the places that are told as the highest bits of their bytes. */
  private static int numberOf(long places) {
    return Long.numberOfTrailingZeros(places) >>> 3;
  }

  private void add(MemorySegment memory, long from, long revision, long to) {
    long line = lineFor(memory, to, table.hashAt(memory, from));
    long raw = Memory.get(memory, line);
    int place = numberOf(CompactLayout.empties(raw));
    long entry = line + CompactLayout.ENTRIES + place * entryBytes;
    if (shape.isSingle) {
      Memory.set(memory, entry, Memory.get(memory, from));
      Memory.set(memory, entry + 8, Memory.get(memory, from + 8));
    } else {
      for (long i = 0; i < entryBytes; i += 8) {
        Memory.set(memory, entry + i, Memory.get(memory, from + i));
      }
    }
    long sum = table.sum(memory, entry);
    long share = CompactLayout.shareBy(sum) << 56;
    Memory.set(memory, line, (raw | CompactLayout.byteBy(sum) << (8 * place)) ^ share);
    long word = Memory.get(memory, line + CompactLayout.REVISION);
    long flag = word & CompactLayout.OVERFLOWED;
    Memory.set(memory, line + CompactLayout.REVISION, Math.max(word ^ flag, revision) | flag);
  }

  /** The first line with an empty place for a key; those on the way are marked as overflowed. */
  private long lineFor(MemorySegment memory, long to, long hash) {
    long lines = SegmentLayout.tableLines(to);
    long base = SegmentLayout.tableOffset(to);
    long number = Slot.homeLine(hash >>> Slot.TAG_SHIFT, lines);
    for (long i = 0; i < lines; i++) {
      long line = base + number * lineBytes;
      if (CompactLayout.empties(Memory.get(memory, line)) != 0) {
        return line;
      }
      long word = Memory.get(memory, line + CompactLayout.REVISION);
      Memory.set(memory, line + CompactLayout.REVISION, word | CompactLayout.OVERFLOWED);
      number = number + 1 == lines ? 0 : number + 1;
    }
    throw table.file.corrupt(base, "begins a table without an empty place");
  }

  /** Gives the words of all lines their checks. */
  private void seal(MemorySegment memory, long to) {
    long line = SegmentLayout.tableOffset(to);
    long end = line + SegmentLayout.tableLines(to) * lineBytes;
    for (; line < end; line += lineBytes) {
      long raw = Memory.get(memory, line);
      long checks = CheckedWord.of(raw) ^ (raw & ~CheckedWord.VALUE_MASK);
      Memory.set(memory, line, checks);
      long word = Memory.get(memory, line + CompactLayout.REVISION);
      Memory.set(memory, line + CompactLayout.REVISION, CheckedWord.of(word));
    }
  }
}
