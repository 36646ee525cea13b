package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words of the control file and of log files that say where the log is, damaged. */
class DamagedLogWordsTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  private static final int ENTRIES = 1_500;

  @TempDir Path folder;

  /** A store whose log has two files, of which the last one was made ahead and is empty. */
  private Path store(String name) throws IOException {
    Path store = folder.resolve(name);
    try (Store made = Logged.open(store)) {
      StoreMap<Long, byte[]> map = made.map("/maps/a", OPTIONS);
      for (long key = 0; key < ENTRIES; key++) {
        map.put(key, new byte[500]);
      }
    }
    try (var files = new DiskFiles(store.toAbsolutePath())) {
      assertEquals(2, LogFile.starts(files).size());
    }
    return store;
  }

  private static void change(Path store, String name, long at, LongUnaryOperator change)
      throws IOException {
    try (var files = new DiskFiles(store.toAbsolutePath());
        MappedFile file = files.open(name)) {
      Memory.set(file.memory(), at, change.applyAsLong(Memory.get(file.memory(), at)));
    }
  }

  private static int changesIn(Store store) {
    int[] changes = {0};
    Tailer tailer = store.tailer(0);
    while (tailer.poll(
            change -> {
              changes[0] += change.kind() == ChangeKind.CREATED ? 0 : 1;
              return true;
            },
            1_000)
        > 0) {
      // until nothing is left
    }
    return changes[0];
  }

  /** To write at the beginning of the newest file would be to leave a hole before it. */
  @Test
  void whereNoHintTellsTheEndTheLogGoesOnWhereItEnds() throws Exception {
    Map<String, LongUnaryOperator> damages = new HashMap<>();
    for (int bit = 0; bit < 64; bit += 7) {
      long flipped = 1L << bit;
      damages.put("bit " + bit, word -> word ^ flipped);
    }
    damages.put("zeros", word -> 0);
    damages.put("ones", word -> -1);
    for (String what : damages.keySet()) {
      Path store = store(what);
      change(store, ControlLayout.FILE, ControlLayout.LOG_TAIL, damages.get(what));
      try (Store again = Stores.open(store)) {
        StoreMap<Long, byte[]> map = again.map("/maps/a", OPTIONS);
        long before = again.revision();
        for (long key = 0; key < 200; key++) {
          map.put(key, new byte[] {1});
        }
        assertTrue(again.revision() > before, what);
        assertEquals(ENTRIES + 200, changesIn(again), what);
      }
      CheckReport report = Stores.check(store, CheckOptions.defaults());
      assertTrue(report.isClean(), () -> what + ": " + report.findings());
    }
  }

  @Test
  void theEndIsFoundWithBothHintsGone() throws Exception {
    Path store = store("both");
    change(store, ControlLayout.FILE, ControlLayout.LOG_TAIL, word -> 0);
    change(store, ControlLayout.FILE, ControlLayout.LOG_SETTLED, word -> 0);
    try (Store again = Stores.open(store)) {
      again.map("/maps/a", OPTIONS).put(-1L, new byte[] {1});
      assertEquals(ENTRIES + 1, changesIn(again));
    }
  }

  @Test
  void aDamagedVersionOfALogFileIsRepaired() throws Exception {
    for (long version : new long[] {0, 1, 5, 6, 12, -1}) {
      Path store = store("version " + version);
      String newest;
      try (var files = new DiskFiles(store.toAbsolutePath())) {
        newest = LogFile.nameOf(LogFile.starts(files).getLast());
      }
      change(store, newest, LogLayout.VERSION, _ -> version);
      assertThrows(CorruptStoreException.class, () -> Stores.open(store).close());
      assertFalse(Stores.check(store, CheckOptions.defaults()).isClean(), "version " + version);
      Stores.repair(store);
      assertTrue(Stores.check(store, CheckOptions.defaults()).isClean(), "version " + version);
      try (Store again = Stores.open(store)) {
        assertEquals(ENTRIES, again.map("/maps/a", OPTIONS).size());
      }
    }
  }

  @Test
  void aDamagedVersionOfACheckpointIsRepaired() throws Exception {
    Path store = folder.resolve("checkpoint");
    try (Store made = Stores.open(store, new StoreOptions(0).withDurability(Durability.SYNC))) {
      StoreMap<Long, byte[]> map = made.map("/maps/a", OPTIONS);
      for (long key = 0; key < 100; key++) {
        map.put(key, new byte[] {(byte) key});
      }
    }
    List<String> checkpoints;
    try (var files = new DiskFiles(store.toAbsolutePath())) {
      checkpoints = files.list(CheckpointWriter.FOLDER);
    }
    assertFalse(checkpoints.isEmpty());
    for (String name : checkpoints) {
      String checkpoint = CheckpointWriter.FOLDER + "/" + name;
      change(store, checkpoint, CheckpointLayout.VERSION, word -> word ^ 2);
    }
    assertFalse(Stores.check(store, CheckOptions.defaults()).isClean());
    Stores.repair(store);
    assertTrue(Stores.check(store, CheckOptions.defaults()).isClean());
    try (Store again = Stores.open(store)) {
      StoreMap<Long, byte[]> map = again.map("/maps/a", OPTIONS);
      for (long key = 0; key < 100; key++) {
        assertEquals((byte) key, map.get(key)[0]);
      }
    }
  }

  /** A newer program has made it: its header matches its check. */
  @Test
  void aNewerVersionIsNoDamage() throws Exception {
    Path store = store("newer");
    String newest;
    try (var files = new DiskFiles(store.toAbsolutePath())) {
      newest = LogFile.nameOf(LogFile.starts(files).getLast());
      try (MappedFile file = files.open(newest)) {
        Memory.set(file.memory(), LogLayout.VERSION, LogLayout.VERSION_VALUE + 1);
        long check = Checks.of(file.memory(), 0, LogLayout.FILE_CHECK);
        Memory.set(file.memory(), LogLayout.FILE_CHECK, check);
      }
    }
    var refused =
        assertThrows(StoreException.class, () -> Stores.check(store, CheckOptions.defaults()));
    assertTrue(String.valueOf(refused.getMessage()).contains("use a newer Vitrine"));
    assertThrows(StoreException.class, () -> Stores.repair(store));
    refused = assertThrows(StoreException.class, () -> Stores.open(store).close());
    assertTrue(String.valueOf(refused.getMessage()).contains("version is 5"));
  }

  /** Zeros in its place say that the log tells of everything, and it tells of nothing. */
  @Test
  void aCountOfChangesThatBecameZeroCostsNoEntry() throws Exception {
    MapOptions<Long, byte[]> wide = MapOptions.of(Codecs.longs(), Codecs.bytes(77)).compact();
    Path store = folder.resolve("unlogged");
    int entries = 5_000;
    try (Store made = Stores.open(store)) {
      StoreMap<Long, byte[]> first = made.map("/maps/blocks", OPTIONS);
      StoreMap<Long, byte[]> second = made.map("/maps/wide", wide);
      for (long key = 0; key < entries; key++) {
        first.put(key, new byte[8]);
        byte[] value = new byte[77];
        value[0] = (byte) key;
        second.put(key, value);
      }
    }
    change(store, ControlLayout.FILE, ControlLayout.UNLOGGED, _ -> 0);
    assertFalse(Stores.check(store, CheckOptions.defaults()).isClean());
    RepairReport report = Stores.repair(store);
    assertEquals(0, report.lostEntries());
    assertTrue(Stores.check(store, CheckOptions.defaults()).isClean());
    try (Store again = Stores.open(store)) {
      assertEquals(entries, again.map("/maps/blocks", OPTIONS).size());
      StoreMap<Long, byte[]> second = again.map("/maps/wide", wide);
      assertEquals(entries, second.size());
      for (long key = 0; key < entries; key++) {
        assertEquals((byte) key, second.get(key)[0]);
      }
    }
  }
}
