package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Entries that are handed from one map to another do not crowd into a few lines of the tables that
 * take them, which would take time in n². What is counted is lines, not time.
 */
class CrowdTest {
  private static final int ENTRIES = 20_000;
  private static final int LOOK_EVERY = 1_000;

  /** A table that is filled evenly has less than 2, a crowded one hundreds. */
  private static final double MEAN_LINES_MAX = 3;

  private static final MapOptions<Long, Long> BLOCKS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);
  private static final MapOptions<Long, Long> COMPACT = BLOCKS.compact();

  @TempDir Path folder;

  private static StoreMap<Long, Long> filled(Store store, MapOptions<Long, Long> options) {
    StoreMap<Long, Long> map = store.map("/maps/from", options);
    for (long i = 0; i < ENTRIES; i++) {
      map.put(i * 0x9E37_79B9_7F4A_7C15L, i);
    }
    return map;
  }

  private static MapFile file(StoreMap<Long, Long> map) {
    return ((MappedMap<Long, Long>) map).engine().file;
  }

  /** Lines that a lookup of a key that is there looks at, on average. */
  private static double meanLines(StoreMap<Long, Long> map) {
    return map.lookupStatistics().meanLines();
  }

  /** Puts entries into fresh maps of both layouts, in an order. */
  private static void assertSpreads(Store store, String order, List<Long> keys) {
    assertEquals(ENTRIES, keys.size(), order);
    for (MapOptions<Long, Long> options : List.of(BLOCKS, COMPACT)) {
      StoreMap<Long, Long> to = store.map("/maps/to", options);
      for (int i = 0; i < ENTRIES; i++) {
        to.put(keys.get(i), 1L);
        if (i % LOOK_EVERY == LOOK_EVERY - 1) {
          double mean = meanLines(to);
          assertTrue(
              mean <= MEAN_LINES_MAX,
              order + ", compact " + options.isCompact() + ", " + i + " entries: " + mean);
        }
      }
      store.drop("/maps/to");
    }
  }

  @Test
  void shouldNotCrowdATableWithWhatAWalkHandsOut() {
    for (MapOptions<Long, Long> options : List.of(BLOCKS, COMPACT)) {
      try (Store store = Logged.inMemory()) {
        StoreMap<Long, Long> from = filled(store, options);
        String layout = "compact " + options.isCompact();
        var keys = new ArrayList<Long>();
        from.forEach((key, value) -> keys.add(key));
        assertSpreads(store, "a cursor of " + layout, keys);
        keys.clear();
        Snapshot<Long, Long> walk = from.snapshot();
        while (walk.next((key, value, revision) -> keys.add(key), 100)) {
          // the snapshot does the work
        }
        assertSpreads(store, "a snapshot of " + layout, keys);
      }
    }
    try (Store store = Logged.inMemory()) {
      filled(store, COMPACT);
      var keys = new ArrayList<Long>();
      store.longLongMap("/maps/from").forEach((key, value) -> keys.add(key));
      assertSpreads(store, "a map without boxes", keys);
    }
  }

  @Test
  void shouldNotCrowdATableWithWhatAFileThatIsMadeHandsOut() throws IOException {
    for (MapOptions<Long, Long> options : List.of(BLOCKS, COMPACT)) {
      try (Store store = Logged.open(folder.resolve("files" + options.isCompact()))) {
        MapShape shape = MapShape.of(file(filled(store, options)));
        var entry = new EntryBytes();
        var keys = new ArrayList<Long>();
        try (var files = new MemoryFiles();
            var builder = MapBuilder.create(files, "maps/a.vtr", "/maps/a", shape, 1, 1)) {
          var from = (MappedMap<?, ?>) store.map("/maps/from", options);
          var group = new GroupReader(from.engine());
          for (long place = 0; place != WalkOrder.END; place = group.nextPlace()) {
            group.read(0, place);
            for (int i = 0; i < group.count(); i++) {
              group.entry(i, entry);
              builder.put(entry);
            }
          }
          builder.forEach(found -> keys.add(Memory.get(found.source, found.keyOffset)));
        }
        assertSpreads(store, "a file of compact " + options.isCompact(), keys);
      }
    }
  }

  @Test
  void shouldGiveTablesTheirSizeAtOnceWhereTheNumberOfEntriesIsKnown() throws IOException {
    for (MapOptions<Long, Long> options : List.of(BLOCKS, COMPACT)) {
      Path home = folder.resolve("known" + options.isCompact());
      Path copy = folder.resolve("copy" + options.isCompact());
      long entryAt;
      try (Store store = Logged.open(home)) {
        StoreMap<Long, Long> map = filled(store, options);
        long before = map.statistics().tableGrowths();
        assertTrue(before > 0);
        store.compact("/maps/from");
        assertEquals(before, map.statistics().tableGrowths(), "tables that grew in a compaction");
        store.snapshot(copy);
        long table = Memory.get(file(map).mapped(), file(map).segmentAt(0) + SegmentLayout.TABLE);
        entryAt = SegmentLayout.tableOffset(table) + 100 * SegmentLayout.LINE_BYTES;
      }
      try (Store store = Logged.open(copy)) {
        StoreMap<Long, Long> map = store.map("/maps/from", options);
        assertEquals(ENTRIES, map.size());
        assertEquals(1, map.statistics().tableGrowths(), "tables that were made in a copy");
      }
      try (var file = new RandomAccessFile(home.resolve("maps/from.vtr").toFile(), "rw")) {
        file.seek(entryAt);
        file.writeLong(-7);
      }
      Stores.repair(home);
      try (Store store = Logged.open(home)) {
        StoreMap<Long, Long> map = store.map("/maps/from", options);
        assertEquals(ENTRIES, map.size());
        assertTrue(map.statistics().tableGrowths() <= 2, "tables that were made in a repair");
      }
    }
  }
}
