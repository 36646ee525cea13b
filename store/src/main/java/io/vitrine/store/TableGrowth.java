package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** Replaces a segment's bucket table by a larger or a tidier one. Only under the segment's lock. */
final class TableGrowth {
  private static final int PAGE_LINES_LOG = MapLayout.PAGE_SHIFT - SegmentLayout.LINE_SHIFT;

  private final MapFile file;
  private final SpaceAllocator space;
  private final BlockAllocator blocks;

  TableGrowth(MapFile file, SpaceAllocator space, BlockAllocator blocks) {
    this.file = file;
    this.space = space;
    this.blocks = blocks;
  }

  /** Whether one more entry would make the table fuller than three quarters. */
  boolean isDue(int segment) {
    MemorySegment memory = file.memory();
    long at = file.segmentAt(segment);
    int log = SegmentLayout.tableLinesLog(Memory.get(memory, at + SegmentLayout.TABLE));
    long used =
        Memory.get(memory, at + SegmentLayout.ENTRIES)
            + Memory.get(memory, at + SegmentLayout.TOMBSTONES);
    return used + 1 > 6L << log;
  }

  /** Builds a new table from the slots of the old one and swings the table word to it. */
  void grow(int segment) {
    long at = file.segmentAt(segment);
    long old = Memory.get(file.memory(), at + SegmentLayout.TABLE);
    int oldLog = SegmentLayout.tableLinesLog(old);
    boolean mostlyTombstones = Memory.get(file.memory(), at + SegmentLayout.ENTRIES) < 3L << oldLog;
    int newLog = Math.max(PAGE_LINES_LOG, mostlyTombstones ? oldLog : oldLog + 1);
    if (newLog > Slot.LINES_LOG_MAX) {
      throw new StoreException(
          file.name() + ": segment " + segment + " has as many entries as its table can hold");
    }
    long table = blocks.allocateTable(segment, newLog);
    MemorySegment memory = file.memory();
    long oldAt = SegmentLayout.tableOffset(old);
    for (long i = 0; i < 8L << oldLog; i++) {
      long word = Memory.get(memory, oldAt + 8 * i);
      if (Slot.isLive(word)) {
        insert(memory, table, newLog, word);
      }
    }
    Step.TABLE_BUILT.reached();
    Memory.setRelease(memory, at + SegmentLayout.TABLE, SegmentLayout.tableWord(table, newLog));
    Step.TABLE_SWUNG.reached();
    Memory.set(memory, at + SegmentLayout.TOMBSTONES, 0);
    MapEngine.moveVersion(memory, at);
    if (!file.isFirstTable(oldAt)) {
      space.free(oldAt);
    }
    Memory.setRelease(memory, at + SegmentLayout.PENDING, 0);
  }

  private static void insert(MemorySegment memory, long table, int linesLog, long word) {
    long mask = (1L << linesLog) - 1;
    long line = Slot.homeLine(Slot.tag(word), linesLog);
    while (true) {
      long at = table + (line << SegmentLayout.LINE_SHIFT);
      for (int j = 0; j < 8; j++) {
        if (Memory.get(memory, at + 8L * j) == Slot.EMPTY) {
          Memory.set(memory, at + 8L * j, word);
          return;
        }
      }
      line = (line + 1) & mask;
    }
  }
}
