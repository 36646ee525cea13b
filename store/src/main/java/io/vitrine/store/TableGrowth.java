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

  /** Whether so many more entries would make the table too full. */
  boolean isDue(int segment, long inserts) {
    long at = file.segmentAt(segment);
    long used = count(at, SegmentLayout.ENTRIES) + count(at, SegmentLayout.TOMBSTONES);
    return isTooFull(used + inserts, SegmentLayout.tableLines(table(at)));
  }

  /** Fuller than four fifths; where a table cannot be larger, than fifteen sixteenths. */
  static boolean isTooFull(long used, long lines) {
    return lines < Slot.LINES_MAX ? used * 5 > lines * 32 : used * 2 > lines * 15;
  }

  /**
   * How many lines the table has that takes the place of one that is too full: whole pages, a
   * quarter larger or, if that is less, a page, up to the most there can be; or no larger than
   * needed where there are many tombstones. 0 where there is no way to make room.
   */
  static long linesAfter(long lines, long entries, long tombstones) {
    boolean manyTombstones = tombstones > (lines < Slot.LINES_MAX ? lines : lines / 16);
    if (lines >= Slot.LINES_MAX && !manyTombstones) {
      return 0;
    }
    long wanted =
        manyTombstones
            ? Math.min(lines, entries / 4 + 1)
            : lines + Math.max(1, lines / 4 - PAGE_LINES + 1);
    return wholePages(wanted);
  }

  /** So many lines, or more that fill pages; not more than there can be. */
  private static long wholePages(long lines) {
    return Math.min(Slot.LINES_MAX, (lines + PAGE_LINES - 1) / PAGE_LINES * PAGE_LINES);
  }

  private long table(long at) {
    long word = Memory.get(file.memory(), at + SegmentLayout.TABLE);
    if (!SegmentLayout.isSoundTable(word)) {
      throw file.corrupt(at + SegmentLayout.TABLE, "does not match its own check");
    }
    return word;
  }

  /**
   * Gives a segment a table of another size.
   *
   * @throws StoreException if it has as many entries as a table can hold
   */
  void grow(int segment) {
    long at = file.segmentAt(segment);
    long old = table(at);
    long entries = count(at, SegmentLayout.ENTRIES);
    long lines =
        linesAfter(SegmentLayout.tableLines(old), entries, count(at, SegmentLayout.TOMBSTONES));
    if (lines == 0) {
      throw full(file, segment, entries);
    }
    replace(segment, at, old, lines);
  }

  /** What is thrown where a segment can take no further entry. */
  static StoreException full(MapFile file, int segment, long entries) {
    return new StoreException(
        file.name()
            + ": segment "
            + segment
            + " has "
            + entries
            + " entries, which is as many as its table can hold; the map has "
            + file.segments
            + " segments, put its entries into one that is created with more of them"
            + " (MapOptions.withSegments)");
  }

  /** Gives a segment a table for so many entries, where its present one is too small for them. */
  void reserve(int segment, long entries) {
    long at = file.segmentAt(segment);
    long old = table(at);
    long lines = wholePages(entries * 5 / 32 + 1);
    if (isTooFull(entries, SegmentLayout.tableLines(old))
        && lines > SegmentLayout.tableLines(old)) {
      replace(segment, at, old, lines);
    }
  }

  /** Builds a new table from the slots of the old one and swings the table word to it. */
  private void replace(int segment, long at, long old, long lines) {
    long oldLines = SegmentLayout.tableLines(old);
    StoreEvents.TableReplaced event = StoreEvents.tableReplaced();
    byte[] used = new byte[(int) lines];
    long table = blocks.allocateTable(segment, lines);
    MemorySegment memory = file.memory();
    long oldAt = SegmentLayout.tableOffset(old);
    for (long line = 0; line < oldLines; line++) {
      moveLine(memory, oldAt + (line << SegmentLayout.LINE_SHIFT), table, used);
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

  /**
   * Moves the slots of a line to a table that is being built, whose lines fill from the front.
   *
   * @param used how many slots each of its lines has by now
   */
  private void moveLine(MemorySegment memory, long from, long table, byte[] used) {
    for (int i = 0; i < 8; i++) {
      long word = Memory.getOf8(memory, from, i);
      if (!Slot.isSound(word)) {
        throw file.corrupt(from + 8L * i, "is a slot with a wrong parity");
      }
      if (Slot.isLive(word)) {
        int line = lineFor(Slot.tag(word), table, used);
        long at = table + ((long) line << SegmentLayout.LINE_SHIFT);
        Memory.set(memory, at + 8L * used[line], word);
        used[line]++;
      }
    }
  }

  /** The first line from the home line on that has room. */
  private int lineFor(long tag, long table, byte[] used) {
    int home = (int) Slot.homeLine(tag, used.length);
    int line = home;
    while (used[line] == 8) {
      line = line + 1 == used.length ? 0 : line + 1;
      if (line == home) {
        throw file.corrupt(
            table, "begins a table that is too small for the entries of the old one");
      }
    }
    return line;
  }
}
