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
      int place = numberOf(live);
      long entry = table.entryAt(line << 3 | place);
      if (shape.isSingle) {
        long key = CompactLayout.keyOf2(memory, line, place);
        long value = CompactLayout.valueOf2(memory, line, place);
        addSingle(memory, key, value, table.hashAt(memory, entry), revision, to);
      } else if (shape.isWide) {
        addWide(memory, entry, revision, to);
      } else {
        add(memory, entry, revision, to);
      }
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
    for (long i = 0; i < entryBytes; i += 8) {
      Memory.set(memory, entry + i, Memory.get(memory, from + i));
    }
    long sum = table.sum(memory, entry);
    long share = CompactLayout.shareBy(sum) << 56;
    Memory.set(memory, line, (raw | CompactLayout.byteBy(sum) << (8 * place)) ^ share);
    joinRevision(memory, line, revision);
  }

  /** The same of a key and a value of up to a word each, all of it in words of one line. */
  private void addSingle(
      MemorySegment memory, long key, long value, long hash, long revision, long to) {
    long line = lineFor(memory, to, hash);
    long raw = Memory.getOf16(memory, line, CompactLayout.CHECKS / 8);
    int place = numberOf(CompactLayout.empties(raw));
    long entry = line + CompactLayout.ENTRIES + place * 16L;
    long sum = CompactLayout.sum(CompactLayout.seed(table.file.salt, entry), key, value);
    long bytes = raw | (CompactLayout.byteBy(sum) << (8 * place));
    long checks = bytes ^ (CompactLayout.shareBy(sum) << 56);
    long word = Memory.getOf16(memory, line, CompactLayout.REVISION / 8);
    long flag = word & CompactLayout.OVERFLOWED;
    Memory.setOf16(memory, line, 2 + 2L * place, key);
    Memory.setOf16(memory, line, 3 + 2L * place, value);
    Memory.setOf16(memory, line, CompactLayout.CHECKS / 8, checks);
    Memory.setOf16(
        memory, line, CompactLayout.REVISION / 8, Math.max(word ^ flag, revision) | flag);
  }

  private static void joinRevision(MemorySegment memory, long line, long revision) {
    long word = Memory.get(memory, line + CompactLayout.REVISION);
    long flag = word & CompactLayout.OVERFLOWED;
    Memory.set(memory, line + CompactLayout.REVISION, Math.max(word ^ flag, revision) | flag);
  }

  /**
   * Adds an entry to a wide line, to its own place there, if need be in place of another one that
   * is not in its own.
   */
  private void addWide(MemorySegment memory, long from, long revision, long to) {
    long hash = table.hashAt(memory, from);
    long line = lineFor(memory, to, hash);
    int free = numberOf(CompactLayout.empties(Memory.get(memory, line)));
    int own = WideLine.place(hash);
    if (line != homeOf(hash, to)) {
      copyWide(memory, from, line, free, WideLine.mark(hash));
    } else if (CompactLayout.byteOf(Memory.get(memory, line), own) == 0) {
      copyWide(memory, from, line, own, WideLine.mark(hash));
    } else {
      long other = table.entryAt(line << 3 | own);
      long otherHash = table.hashAt(memory, other);
      if (WideLine.place(otherHash) == own && line == homeOf(otherHash, to)) {
        copyWide(memory, from, line, free, WideLine.mark(hash));
      } else {
        copyWide(memory, other, line, free, WideLine.mark(otherHash));
        copyWide(memory, from, line, own, WideLine.mark(hash));
      }
    }
    joinRevision(memory, line, revision);
  }

  /** The home line of a hash in a table. */
  private long homeOf(long hash, long to) {
    long number = Slot.homeLine(hash >>> Slot.TAG_SHIFT, SegmentLayout.tableLines(to));
    return SegmentLayout.tableOffset(to) + number * lineBytes;
  }

  /** Copies an entry to a place of a wide line that has no check yet; the place gets its mark. */
  private void copyWide(MemorySegment memory, long from, long line, int place, long mark) {
    long entry = table.entryAt(line << 3 | place);
    long sum = Checks.begin(entryBytes);
    for (long i = 0; i < entryBytes; i += 8) {
      long word = Memory.get(memory, from + i);
      Memory.set(memory, entry + i, word);
      sum = Checks.step(sum, word);
    }
    Memory.set(memory, entry - 8, WideLine.check(sum, entry, table.file.salt));
    long raw = Memory.get(memory, line) & ~(0xFFL << (8 * place));
    Memory.set(memory, line, raw | mark << (8 * place));
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
      if (shape.isWide) {
        sealWide(memory, line);
        continue;
      }
      long raw = Memory.get(memory, line);
      long checks = CheckedWord.of(raw) ^ (raw & ~CheckedWord.VALUE_MASK);
      Memory.set(memory, line, checks);
      long word = Memory.get(memory, line + CompactLayout.REVISION);
      Memory.set(memory, line + CompactLayout.REVISION, CheckedWord.of(word));
    }
  }

  private void sealWide(MemorySegment memory, long line) {
    long seal = WideLine.seal(table.file.salt, line);
    for (long at = line; at <= line + CompactLayout.REVISION; at += 8) {
      Memory.set(memory, at, WideLine.sealed(Memory.get(memory, at), seal));
    }
  }
}
