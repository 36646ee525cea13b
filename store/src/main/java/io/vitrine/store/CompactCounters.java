package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** What a segment of a compact map counts. Only under the segment's lock. */
final class CompactCounters {
  /* Words of the segment's header. */
  private static final long ENTRIES = SegmentLayout.ENTRIES / 8;
  private static final long TOMBSTONES = SegmentLayout.TOMBSTONES / 8;
  private static final long LIVE_BYTES = SegmentLayout.LIVE_BYTES / 8;

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

  /** Refuses to change a segment whose counters are damaged. */
  void check(long at) {
    MemorySegment memory = Memory.known(file.memory());
    boolean isSound =
        CheckedWord.isSound(Memory.getOf8(memory, at, ENTRIES))
            && CheckedWord.isSound(Memory.getOf8(memory, at, TOMBSTONES))
            && CheckedWord.isSound(Memory.getOf8(memory, at, LIVE_BYTES));
    if (!isSound) {
      SegmentCounters.check(file, at); // which says what is wrong
    }
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
  void count(MemorySegment mapping, long at, int entries, int gone) {
    MemorySegment memory = Memory.known(mapping);
    VarHandle.releaseFence(); // behind what was changed
    if (entries != 0) {
      add(memory, at, LIVE_BYTES, entries * entryBytes);
      if (add(memory, at, ENTRIES, entries) == 0 && entries < 0) {
        add(memory, at, TOMBSTONES, gone);
        forgetOverflowsIfAny(memory, at);
        return;
      }
    }
    if (gone != 0) {
      add(memory, at, TOMBSTONES, gone);
    }
  }

  private void forgetOverflowsIfAny(MemorySegment memory, long at) {
    if (!Waiting.isForbidden() // the walk is long
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

  /** Adds to a counter; answers what it is then. */
  private static long add(MemorySegment memory, long at, long counter, long delta) {
    long value = CheckedWord.value(Memory.getOf8(memory, at, counter)) + delta;
    Memory.setOf8(memory, at, counter, CheckedWord.of(value));
    return value;
  }
}
