package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** Gathers the statistics of a map without a lock. Stateless; any thread. */
final class StatisticsReader {
  private static final long SLOT_BYTES = 8;

  private StatisticsReader() {}

  /** What one look at all segments gives. */
  private record Sums(long entries, long tombstones, long lines, long live, long freeInChunks) {}

  static MapStatistics read(MapEngine engine) {
    engine.checkUsable();
    return engine.file.look(memory -> read(engine, engine.file.mapped()));
  }

  private static MapStatistics read(MapEngine engine, MemorySegment memory) {
    MapFile file = engine.file;
    Sums sums = sums(file, memory);
    return new MapStatistics(
        sums.entries,
        sums.tombstones,
        sums.lines,
        sums.lines * slotsOfLine(file),
        sums.live,
        sums.freeInChunks,
        freeRunBytes(file, memory),
        file.word(memory, MapLayout.ALLOCATED),
        Memory.get(memory, MapLayout.TABLE_GROWTHS),
        Memory.get(memory, MapLayout.FILE_GROWTHS),
        MapFile.generation(memory),
        Memory.get(memory, MapLayout.TAKEOVERS),
        engine.lockWaits().count(),
        engine.lockWaits().nanos());
  }

  private static Sums sums(MapFile file, MemorySegment memory) {
    long entries = 0;
    long tombstones = 0;
    long lines = 0;
    long live = 0;
    long free = 0;
    for (int segment = 0; segment < file.segments; segment++) {
      long at = file.segmentAt(segment);
      long liveHere = file.word(memory, at + SegmentLayout.LIVE_BYTES);
      long smallHere = liveHere - file.word(memory, at + SegmentLayout.LARGE_BYTES);
      entries += file.word(memory, at + SegmentLayout.ENTRIES);
      tombstones += file.word(memory, at + SegmentLayout.TOMBSTONES);
      lines += SegmentLayout.tableLines(SegmentLayout.tableWhereverItIs(memory, at));
      live += liveHere;
      free += Math.max(0, file.word(memory, at + SegmentLayout.CHUNK_BYTES) - smallHere);
    }
    return new Sums(entries, tombstones, lines, live, free);
  }

  /** Looks at every slot, and trusts none: tables are replaced meanwhile. */
  static LookupStatistics lookups(MapEngine engine) {
    engine.checkUsable();
    return engine.file.look(_ -> lookups(engine, engine.file.mapped()));
  }

  private static LookupStatistics lookups(MapEngine engine, MemorySegment memory) {
    MapFile file = engine.file;
    CompactTable compact = engine instanceof CompactEngine packed ? packed.table() : null;
    long lineBytes = compact == null ? 1L << SegmentLayout.LINE_SHIFT : compact.shape.lineBytes;
    var all = new Lookups();
    for (int segment = 0; segment < file.segments; segment++) {
      long table = SegmentLayout.tableWhereverItIs(memory, file.segmentAt(segment));
      long lines = SegmentLayout.tableLines(table);
      long at = SegmentLayout.tableOffset(table);
      if (at + lines * lineBytes > memory.byteSize()) {
        continue; // it has just moved to where this process has not mapped yet
      }
      if (compact != null) {
        compact.forEach(
            memory,
            table,
            place -> {
              long tag = compact.hashAt(memory, compact.entryAt(place)) >>> Slot.TAG_SHIFT;
              all.add(((place >>> 3) - at) / lineBytes, Slot.homeLine(tag, lines), lines);
            });
        continue;
      }
      for (long i = 0; i < 8 * lines; i++) {
        long word = Memory.get(memory, at + SLOT_BYTES * i);
        if (Slot.isLive(word) && Slot.isSound(word)) {
          all.add(i >>> 3, Slot.homeLine(Slot.tag(word), lines), lines);
        }
      }
    }
    return all.statistics();
  }

  /** Adds up how many lines the lookups of all keys look at. */
  private static final class Lookups {
    private long entries;
    private long sum;
    private long most;

    void add(long line, long home, long lines) {
      long looked = 1 + (line < home ? line - home + lines : line - home);
      entries++;
      sum += looked;
      most = Math.max(most, looked);
    }

    LookupStatistics statistics() {
      return new LookupStatistics(entries, entries == 0 ? 0 : (double) sum / entries, most);
    }
  }

  /**
   * Room in a map's file that its entries do not need: in blocks, in runs of pages, and in tables
   * that are more than four times as large as they would have to be, of a compact map a quarter and
   * a page larger.
   */
  static long freeBytes(MapFile file, MemorySegment memory) {
    CompactShape compact = file.compact;
    if (compact != null) {
      return freeRunBytes(file, memory) + freeInLines(file, compact, memory);
    }
    Sums sums = sums(file, memory);
    long tables = 8 * SLOT_BYTES * sums.lines;
    long freeInTables = Math.max(0, tables - 4 * SLOT_BYTES * sums.entries - firstTables(file));
    return sums.freeInChunks + freeRunBytes(file, memory) + freeInTables;
  }

  private static long freeInLines(MapFile file, CompactShape shape, MemorySegment memory) {
    long free = 0;
    for (int segment = 0; segment < file.segments; segment++) {
      long at = file.segmentAt(segment);
      long entries = file.word(memory, at + SegmentLayout.ENTRIES);
      long lines = SegmentLayout.tableLines(SegmentLayout.tableWhereverItIs(memory, at));
      long needed = entries / CompactLayout.PLACES * shape.lineBytes;
      free += Math.max(0, lines * shape.lineBytes - needed * 5 / 4 - MapLayout.PAGE);
    }
    return free;
  }

  private static long firstTables(MapFile file) {
    return (long) file.segments * (SegmentLayout.FIRST_LINES << SegmentLayout.LINE_SHIFT);
  }

  private static long slotsOfLine(MapFile file) {
    return file.compact == null ? SegmentLayout.LINE_BYTES / SLOT_BYTES : CompactLayout.PLACES;
  }

  /** Walks over the page map, which others may be changing. */
  private static long freeRunBytes(MapFile file, MemorySegment memory) {
    long top = file.word(memory, MapLayout.TOP);
    long map = file.word(memory, MapLayout.PAGE_MAP) & MapLayout.PAGE_MAP_OFFSET_MASK;
    long free = file.word(memory, MapLayout.ALLOCATED) - (top << MapLayout.PAGE_SHIFT);
    for (long page = 0; page < top && map + 8 * page < memory.byteSize(); ) {
      long entry = Memory.get(memory, map + 8 * page);
      boolean isRun = PageEntry.kind(entry) != PageEntry.INNER && PageEntry.length(entry) > 0;
      if (PageEntry.kind(entry) == PageEntry.FREE) {
        free += PageEntry.length(entry) << MapLayout.PAGE_SHIFT;
      }
      page += isRun ? PageEntry.length(entry) : 1; // a run that was divided just now: go on within
    }
    return Math.max(0, free);
  }
}
