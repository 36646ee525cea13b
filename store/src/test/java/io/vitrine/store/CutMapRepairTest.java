package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps of which so little is left that nothing in the file tells what it was. */
class CutMapRepairTest {
  private static final long ENTRIES = 100;
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings());

  @TempDir Path folder;

  private void fill(StoreOptions options) {
    try (Store store = Stores.open(folder, options)) {
      LongLongMap compact = store.longLongMap("/maps/c");
      StoreMap<Long, String> map = store.map("/maps/m", OPTIONS);
      for (long key = 0; key < ENTRIES; key++) {
        compact.put(key, 3 * key);
        map.put(key, "v" + key);
      }
    }
  }

  private void cut(String name, long length) throws IOException {
    try (FileChannel file =
        FileChannel.open(folder.resolve("maps/" + name), StandardOpenOption.WRITE)) {
      assertTrue(length < file.size(), "nothing is cut off");
      file.truncate(length);
    }
  }

  private void assertAllIsThere() {
    try (Store store = Stores.open(folder)) {
      LongLongMap compact = store.longLongMap("/maps/c");
      StoreMap<Long, String> map = store.map("/maps/m", OPTIONS);
      for (long key = 0; key < ENTRIES; key++) {
        assertEquals(3 * key, compact.get(key, -1));
        assertEquals("v" + key, map.get(key));
      }
    }
    assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 611, 9_000, 81_920, 85_100, 100_000})
  void theLogTellsWhatWasInThem(long length) throws IOException {
    fill(StoreOptions.defaults().withLogFromStart());
    cut("c.vtr", length);
    cut("m.vtr", length);
    assertWholeAgain(List.of("/maps/c", "/maps/m"));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9_000, 81_920, 300_000, 327_680})
  void soDoesTheCheckpoint(long length) throws IOException {
    fill(StoreOptions.defaults().withDurability(Durability.SYNC));
    cut("c.vtr", length);
    assertWholeAgain(List.of("/maps/c"));
  }

  /** The checkpoint is newer than the record that is damaged. */
  @Test
  void soDoesTheCheckpointWhereOlderRecordsAreDamaged() throws IOException {
    StoreOptions options =
        new StoreOptions(0).withDurability(Durability.SYNC).withCheckpointBytes(1L << 30);
    long epoch;
    try (var store = (MappedStore) Stores.open(folder, options)) {
      epoch = store.epoch();
      LongLongMap compact = store.longLongMap("/maps/c");
      StoreMap<Long, String> map = store.map("/maps/m", OPTIONS);
      for (long i = 0; i < 2 * ENTRIES; i++) {
        long key = i % ENTRIES;
        compact.put(key, i < ENTRIES ? 0 : 3 * key);
        map.put(key, "v" + (i < ENTRIES ? "" : key));
      }
      assertTrue(store.checkpoints.make());
      map.put(1L, "v");
      map.put(1L, "v1");
    }
    damageUpdateOf(10, epoch);
    cut("c.vtr", 0);
    cut("m.vtr", 0);
    RepairReport report = Stores.repair(folder);
    assertEquals(List.of("/maps/c", "/maps/m"), report.rebuilt());
    assertEquals(List.of(), report.lost());
    assertAllIsThere();
  }

  /** Damages the record of the first update of a key. */
  private void damageUpdateOf(long key, long epoch) throws IOException {
    var at = new long[1];
    var parser = new ChangeParser();
    try (var scan = new LogScan(new DiskFiles(folder), epoch)) {
      scan.walk(
          0,
          (file, begin, end, header) -> {
            if (at[0] == 0
                && parser.turnTo(file, begin, end)
                && parser.next()
                && parser.entry.kind == ChangeKind.UPDATED
                && Memory.get(file.memory, parser.entry.keyOffset) == key) {
              at[0] = begin + LogLayout.TIME;
              Memory.set(file.memory, file.offset(at[0]), 1);
            }
          });
    }
    assertTrue(at[0] > 0);
  }

  /** The checkpoint was made since, and has no such map. */
  @Test
  void aDropBeforeTheCheckpointIsNoLossWhereItsRecordIsDamaged() throws IOException {
    StoreOptions options =
        new StoreOptions(0).withDurability(Durability.SYNC).withCheckpointBytes(1L << 30);
    fill(options);
    long epoch;
    try (var store = (MappedStore) Stores.open(folder, options)) {
      epoch = store.epoch();
      store.map("/maps/former", OPTIONS).put(1L, "v");
      store.drop("/maps/former");
      store.map("/maps/m", OPTIONS).put(1L, "v1");
      assertTrue(store.checkpoints.make());
    }
    var parser = new ChangeParser();
    try (var scan = new LogScan(new DiskFiles(folder), epoch)) {
      scan.walk(
          0,
          (file, begin, end, header) -> {
            if (parser.turnTo(file, begin, end)
                && parser.next()
                && parser.entry.kind == ChangeKind.DROPPED) {
              Memory.set(file.memory, file.offset(begin + LogLayout.TIME), 1);
            }
          });
    }
    RepairReport report = Stores.repair(folder);
    assertTrue(report.newLog(), report.toString());
    assertEquals(List.of(), report.notes());
    assertEquals(List.of(), report.lost());
    assertAllIsThere();
  }

  @Test
  void aFileOfSomethingElseIsNoLoss() throws IOException {
    fill(StoreOptions.defaults().withLogFromStart());
    Files.write(folder.resolve("maps/c.vtr"), new byte[100]);
    assertWholeAgain(List.of("/maps/c"));
  }

  private void assertWholeAgain(List<String> rebuilt) {
    RepairReport report = Stores.repair(folder);
    assertEquals(rebuilt, report.rebuilt());
    assertEquals(List.of(), report.lost());
    assertFalse(report.newLog() || report.newControl(), report.toString());
    assertAllIsThere();
  }

  @Test
  void whatNobodyTellsIsListed() throws IOException {
    fill(StoreOptions.defaults());
    cut("c.vtr", 9_000);
    RepairReport report = Stores.repair(folder);
    assertEquals(1, report.lost().size(), report.toString());
    assertEquals("/maps/c", report.lost().getFirst().map());
    assertEquals("maps/c.vtr", report.lost().getFirst().file());
    try (Store store = Stores.open(folder)) {
      assertEquals("v7", store.map("/maps/m", OPTIONS).get(7L));
    }
  }
}
