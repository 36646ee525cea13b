package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** What a segment of a compact map counts. Only under the segment's lock. */
final class CompactCounters {
  private final CompactTable table;
  private final MapFile file;
  private final long lineBytes;
  private final long entryBytes;

  CompactCounters(CompactTable table) {
    this.table = table;
    this.file = table.file;
    this.lineBytes = table.shape.lineBytes;
    this.entryBytes = table.shape.entryBytes;
  }

  /** Counts a segment's entries anew. */
  void recount(int segment) {
    MemorySegment memory = file.mapped();
    long at = file.segmentAt(segment);
    long lines = table.checkedTable(memory, at);
    long entries = 0;
    long tombstones = 0;
    for (long i = 0; i < SegmentLayout.tableLines(lines); i++) {
      long line = SegmentLayout.tableOffset(lines) + i * lineBytes;
      long checks = Memory.get(memory, line);
      long word = Memory.get(memory, line + CompactLayout.REVISION);
      long unsound = table.unsoundIn(memory, line);
      if (unsound != 0) {
        throw file.corrupt(unsound, "is or begins what does not match its check");
      }
      int live = Long.bitCount(checks & CompactLayout.OCCUPIED);
      entries += live;
      tombstones += CompactLayout.isOverflowed(word) ? CompactLayout.PLACES - live : 0;
    }
    MapFile.setWord(memory, at + SegmentLayout.ENTRIES, entries);
    MapFile.setWord(memory, at + SegmentLayout.TOMBSTONES, tombstones);
    MapFile.setWord(memory, at + SegmentLayout.LIVE_BYTES, entries * entryBytes);
  }

  /** Counts an entry that came or went. */
  void count(MemorySegment memory, long at, long place, int entries) {
    long word = Memory.get(memory, (place >>> 3) + CompactLayout.REVISION);
    count(memory, at, entries, CompactLayout.isOverflowed(word) ? -entries : 0);
  }

  /**
   * Counts entries that came or went.
   *
   * @param gone how many more empty places there are in lines that overflowed
   */
  void count(MemorySegment memory, long at, int entries, int gone) {
    if (entries != 0) {
      add(memory, at + SegmentLayout.ENTRIES, entries);
      add(memory, at + SegmentLayout.LIVE_BYTES, entries * entryBytes);
    }
    if (gone != 0) {
      add(memory, at + SegmentLayout.TOMBSTONES, gone);
    }
    if (entries < 0
        && CheckedWord.value(Memory.get(memory, at + SegmentLayout.ENTRIES)) == 0
        && !Waiting.isForbidden() // the walk is long
        && CheckedWord.value(Memory.get(memory, at + SegmentLayout.TOMBSTONES)) != 0) {
      forgetOverflows(memory, at);
    }
  }

  /**
   * Takes the flag from all lines of a segment without entries, behind none of which there is one.
   * Else whoever looks for a key after a {@code clear} would go through many lines.
   */
  private void forgetOverflows(MemorySegment memory, long at) {
    long lines = table.checkedTable(memory, at);
    long first = SegmentLayout.tableOffset(lines);
    long end = first + SegmentLayout.tableLines(lines) * lineBytes;
    for (long line = first; line < end; line += lineBytes) {
      if ((Memory.get(memory, line) & CompactLayout.OCCUPIED) != 0) {
        throw file.corrupt(at + SegmentLayout.ENTRIES, "counts no entries, but there are some");
      }
    }
    for (long line = first; line < end; line += lineBytes) {
      long word = Memory.get(memory, line + CompactLayout.REVISION);
      if (CompactLayout.isOverflowed(word)) {
        long value = CheckedWord.value(word) & ~CompactLayout.OVERFLOWED;
        Memory.setRelease(memory, line + CompactLayout.REVISION, table.resealed(line, word, value));
        Step.LINE_CHANGED.reached();
      }
    }
    MapFile.setWord(memory, at + SegmentLayout.TOMBSTONES, 0);
  }

  private static void add(MemorySegment memory, long offset, long delta) {
    MapFile.setWord(memory, offset, CheckedWord.value(Memory.get(memory, offset)) + delta);
  }
}
