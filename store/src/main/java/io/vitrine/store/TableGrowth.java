package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** Replaces a segment's bucket table by a larger or a tidier one. Only under the segment's lock. */
final class TableGrowth {
  private static final long PAGE_LINES = MapLayout.PAGE >>> SegmentLayout.LINE_SHIFT;

  private final MapFile file;
  private final SpaceAllocator space;
  private final BlockAllocator blocks;

  TableGrowth(MapFile file, SpaceAllocator space, BlockAllocator blocks) {
    this.file = file;
    this.space = space;
    this.blocks = blocks;
  }

  private long count(long at, long field) {
    return file.word(file.memory(), at + field);
  }

  /** Whether so many more entries would make the table fuller than four fifths. */
  boolean isDue(int segment, long inserts) {
    long at = file.segmentAt(segment);
    long lines = SegmentLayout.tableLines(table(at));
    long used = count(at, SegmentLayout.ENTRIES) + count(at, SegmentLayout.TOMBSTONES);
    return (used + inserts) * 5 > lines * 32;
  }

  private long table(long at) {
    long word = Memory.get(file.memory(), at + SegmentLayout.TABLE);
    if (!SegmentLayout.isSoundTable(word)) {
      throw file.corrupt(at + SegmentLayout.TABLE, "does not match its own check");
    }
    return word;
  }

  /**
   * Builds a new table from the slots of the old one and swings the table word to it: whole pages,
   * a quarter larger or, if that is less, a page; or no larger than needed where there are many
   * tombstones.
   */
  void grow(int segment) {
    long at = file.segmentAt(segment);
    long old = table(at);
    long oldLines = SegmentLayout.tableLines(old);
    boolean manyTombstones = count(at, SegmentLayout.TOMBSTONES) > oldLines;
    long wanted =
        manyTombstones
            ? Math.min(oldLines, count(at, SegmentLayout.ENTRIES) / 4 + 1)
            : oldLines + Math.max(1, oldLines / 4 - PAGE_LINES + 1);
    long lines = (wanted + PAGE_LINES - 1) / PAGE_LINES * PAGE_LINES;
    if (lines > Slot.LINES_MAX) {
      throw new StoreException(
          file.name() + ": segment " + segment + " has as many entries as its table can hold");
    }
    StoreEvents.TableReplaced event = StoreEvents.tableReplaced();
    long table = blocks.allocateTable(segment, lines);
    MemorySegment memory = file.memory();
    long oldAt = SegmentLayout.tableOffset(old);
    for (long i = 0; i < 8 * oldLines; i++) {
      long word = Memory.get(memory, oldAt + 8 * i);
      if (!Slot.isSound(word)) {
        throw file.corrupt(oldAt + 8 * i, "is a slot with a wrong parity");
      }
      if (Slot.isLive(word)) {
        insert(table, lines, word);
      }
    }
    Step.TABLE_BUILT.reached();
    Memory.setRelease(memory, at + SegmentLayout.TABLE, SegmentLayout.tableWord(table, lines));
    Step.TABLE_SWUNG.reached();
    MapFile.setWord(memory, at + SegmentLayout.TOMBSTONES, 0);
    MapEngine.moveVersion(memory, at);
    if (!file.isFirstTable(oldAt)) {
      space.free(oldAt);
    }
    Memory.setRelease(memory, at + SegmentLayout.PENDING, 0);
    Memory.getAndAdd(memory, MapLayout.TABLE_GROWTHS, 1);
    StoreEvents.end(event, file.name(), segment, oldLines, lines);
  }

  private void insert(long table, long lines, long word) {
    MemorySegment memory = file.memory();
    long line = Slot.homeLine(Slot.tag(word), lines);
    for (long i = 0; i < lines; i++) {
      long at = table + (line << SegmentLayout.LINE_SHIFT);
      for (int j = 0; j < 8; j++) {
        if (Memory.get(memory, at + 8L * j) == Slot.EMPTY) {
          Memory.set(memory, at + 8L * j, word);
          return;
        }
      }
      line = line + 1 == lines ? 0 : line + 1;
    }
    throw file.corrupt(table, "begins a table that is too small for the entries of the old one");
  }
}
