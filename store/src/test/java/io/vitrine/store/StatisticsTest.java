package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.HashStrategies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a map and a store tell about themselves. */
class StatisticsTest {
  private static final String PATH = "/maps/a";
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4);

  @TempDir Path folder;

  @Test
  void followAMapThroughItsLife() throws Exception {
    try (Store store = Logged.open(folder);
        Store other = Logged.open(folder)) {
      StoreMap<Long, byte[]> map = store.map(PATH, OPTIONS);
      MapStatistics empty = map.statistics();
      assertEquals(0, empty.entries() + empty.tombstones() + empty.liveBytes());
      assertEquals(4 * SegmentLayout.FIRST_LINES, empty.tableLines());
      assertEquals(8 * empty.tableLines(), empty.tableSlots());
      assertEquals(0, empty.load());
      for (long key = 0; key < 10_000; key++) {
        map.put(key, new byte[100]);
      }
      map.put(-1L, new byte[1_000_000]);
      MapStatistics full = map.statistics();
      assertEquals(10_001, full.entries());
      assertEquals(10_000 * (16 + 8 + 104) + 16 + 8 + 1_000_000, full.liveBytes());
      assertTrue(full.load() > 0.5 && full.load() <= 0.81, "load " + full.load());
      assertTrue(full.tableGrowths() > 4 && full.fileGrowths() > 0, full.toString());
      assertEquals(Files.size(folder.resolve("maps/a.vtr")), sizeOf(store));
      assertTrue(
          full.liveBytes() + full.freeBlockBytes() + full.freeRunBytes() <= full.allocatedBytes());
      for (long key = -1; key < 9_000; key++) {
        map.remove(key);
      }
      MapStatistics sparse = map.statistics();
      assertEquals(1_000, sparse.entries());
      assertEquals(1_000 * 128, sparse.liveBytes());
      assertTrue(sparse.freeRunBytes() >= 1_000_000, sparse.toString());
      assertTrue(sparse.load() < 0.1);
      assertEquals(sparse.allocatedBytes(), full.allocatedBytes());
      assertEquals(sparse, store.statistics(PATH));
      MapStatistics seen = Objects.requireNonNull(other.statistics(PATH));
      assertEquals(sparse.tableGrowths(), seen.tableGrowths(), "told by every process");
      assertNull(store.statistics("/maps/none"));
    }
  }

  @Test
  void tellHowFarLookupsGo() {
    try (Store store = Stores.inMemory()) {
      MapOptions<String, Long> options = MapOptions.of(Codecs.strings(), Codecs.longs());
      StoreMap<String, Long> bad =
          store.map("/maps/bad", options.withSegments(1).withHash(HashStrategies.string31()));
      assertEquals(new LookupStatistics(0, 0, 0), bad.lookupStatistics());
      for (int number = 0; number < 64; number++) {
        var text = new StringBuilder();
        for (int bit = 1; bit < 64; bit <<= 1) {
          text.append((number & bit) == 0 ? "Aa" : "BB");
        }
        bad.put(text.toString(), 1L); // all have one hash, so they fill a line after the other
      }
      assertEquals(new LookupStatistics(64, 4.5, 8), bad.lookupStatistics());
      StoreMap<String, Long> good = store.map("/maps/good", options.withSegments(8));
      for (int number = 0; number < 10_000; number++) {
        good.put("key" + number, 1L);
      }
      LookupStatistics found = good.lookupStatistics();
      assertEquals(10_000, found.entries());
      assertTrue(found.meanLines() >= 1 && found.meanLines() < 1.5, found.toString());
      assertTrue(found.mostLines() > 1, found.toString());
    }
  }

  @Test
  void tellHowFarLookupsGoInACompactMap() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Long> map =
          store.map(
              "/maps/c", MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact());
      assertEquals(new LookupStatistics(0, 0, 0), map.lookupStatistics());
      map.put(1L, 1L);
      assertEquals(new LookupStatistics(1, 1, 1), map.lookupStatistics());
      for (long key = 0; key < 10_000; key++) {
        map.put(key, key);
      }
      LookupStatistics found = map.lookupStatistics();
      assertEquals(10_000, found.entries());
      assertTrue(found.meanLines() >= 1 && found.meanLines() < 2, found.toString());
      assertTrue(found.mostLines() > 1, found.toString());
    }
  }

  @Test
  void tellHowFullACompactMapIs() {
    try (Store store = Stores.inMemory()) {
      MapOptions<Long, Long> options = MapOptions.of(Codecs.longs(), Codecs.longs()).compact();
      for (int segments : new int[] {1, 2, 256}) {
        StoreMap<Long, Long> map = store.map("/maps/" + segments, options.withSegments(segments));
        assertEquals(7 * map.statistics().tableLines(), map.statistics().tableSlots());
        for (long key = 1; key <= 4_000; key++) {
          map.put(key, key);
          if (key < 40 || key % 97 == 0) {
            MapStatistics told = map.statistics();
            assertEquals(7 * told.tableLines(), told.tableSlots());
            assertEquals((double) key / told.tableSlots(), told.load());
            assertTrue(told.load() <= 1, told::toString);
          }
        }
      }
    }
  }

  private static long sizeOf(Store store) {
    MapEngine engine = ((MappedStore) store).engines().getFirst();
    return engine.file.word(engine.file.memory(), MapLayout.CAPACITY);
  }

  @Test
  void tellOfTheStore() {
    try (Store store = Stores.open(folder, new StoreOptions(3 << 20));
        Store other = Logged.open(folder)) {
      StoreMap<Long, byte[]> map = store.map(PATH, OPTIONS);
      for (int i = 0; i < 20_000; i++) {
        map.put(1L, new byte[1_000]);
      }
      StoreStatistics told = store.statistics();
      assertEquals(1, told.maps());
      assertEquals(2, told.opens());
      assertEquals(store.reservedRevision(), told.logBytesAppended());
      assertEquals(store.reservedRevision() - store.oldestRevision(), told.logBytesRetained());
      assertTrue(told.logBytesRetained() < told.logBytesAppended());
      assertEquals(told.logBytesAppended(), other.statistics().logBytesAppended());
    }
  }

  /** The places before a log that began late are no bytes, whatever a repair made anew. */
  @Test
  void tellOfTheLogOfARepairedStore() throws Exception {
    long appended;
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map(PATH, OPTIONS);
      map.put(1L, new byte[10]);
      assertTrue(store.revision() > 0);
      map.put(2L, new byte[10]);
      appended = store.statistics().logBytesAppended();
      assertTrue(appended > 0 && appended < MapLayout.PAGE, () -> "appended " + appended);
    }
    var files = new DiskFiles(folder);
    try (MappedFile control = files.open(ControlLayout.FILE)) {
      long word = Memory.get(control.memory(), ControlLayout.NEXT_MAP_ID);
      Memory.set(control.memory(), ControlLayout.NEXT_MAP_ID, word ^ 2);
    }
    RepairReport report = Stores.repair(folder);
    assertTrue(report.newControl() && !report.newLog(), report.toString());
    try (Store store = Stores.openReadOnly(folder)) {
      assertEquals(appended, store.statistics().logBytesAppended());
    }
    Files.delete(folder.resolve(LogFile.nameOf(LogFile.starts(files).getLast())));
    assertTrue(Stores.repair(folder).newLog());
    try (Store store = Stores.open(folder)) {
      assertEquals(0, store.statistics().logBytesAppended());
      assertEquals(2, store.map(PATH, OPTIONS).size());
    }
  }

  @Test
  void countTheWaitsForLocks() throws Exception {
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, byte[]> map = store.map(PATH, OPTIONS);
      map.put(1L, new byte[1]);
      assertEquals(0, map.statistics().lockWaits());
      MapEngine engine = ((MappedStore) store).engines().getFirst();
      for (int segment = 0; segment < 4; segment++) {
        engine.lock(segment);
      }
      Thread waiter = Thread.ofPlatform().daemon().start(() -> map.put(1L, new byte[2]));
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (waiter.getState() != Thread.State.TIMED_WAITING && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      for (int segment = 0; segment < 4; segment++) {
        engine.unlock(segment);
      }
      waiter.join(60_000);
      assertEquals(1, map.statistics().lockWaits());
      assertTrue(map.statistics().lockWaitNanos() > 0);
    }
  }
}
