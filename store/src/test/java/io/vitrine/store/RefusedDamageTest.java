package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Damage that was once passed over in silence, or ended in something else than a refusal. */
class RefusedDamageTest {
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(1);

  @TempDir Path folder;

  private long epoch;

  @BeforeEach
  void fill() {
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      for (long i = 0; i < 50; i++) {
        map.put(i, "value " + i);
      }
      store.map("/maps/b", OPTIONS).put(1L, "b");
      epoch = store.epoch();
    }
  }

  /** Does something to the file of the map, or to that of its log. */
  private interface Harm {
    void in(MapFile map, LogFile log) throws IOException;
  }

  private void harm(Harm harm) throws IOException {
    var files = new DiskFiles(folder);
    try (MapFile map = MapFile.open(files, "maps/a.vtr", epoch);
        LogFile log = LogFile.open(files, 0, epoch)) {
      harm.in(map, log);
    }
  }

  private static void flip(MapFile map, long offset, long mask) {
    Memory.set(map.memory(), offset, Memory.get(map.memory(), offset) ^ mask);
  }

  private static long blockOf(MapFile map, long key) {
    long table = Memory.get(map.memory(), map.segmentAt(0) + SegmentLayout.TABLE);
    for (long at = SegmentLayout.tableOffset(table); ; at += 8) {
      long word = Memory.get(map.memory(), at);
      long block = Slot.block(word);
      if (Slot.isLive(word) && Memory.get(map.memory(), block + BlockLayout.KEY) == key) {
        return block;
      }
    }
  }

  private static int tail(Store store) {
    var count = new AtomicInteger();
    Tailer tailer = store.tailer(store.oldestRevision());
    while (tailer.poll(change -> count.incrementAndGet() > 0, 1_000) > 0) {
      // counted
    }
    return count.get();
  }

  @Test
  void aChangeVerifiesWhatItReplaces() throws IOException {
    harm((map, log) -> flip(map, blockOf(map, 7) + BlockLayout.KEY + 8, 1));
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      assertThrows(CorruptStoreException.class, () -> map.put(7L, "new"));
      assertThrows(CorruptStoreException.class, () -> map.remove(7L));
      assertThrows(CorruptStoreException.class, () -> map.get(7L));
      assertThrows(
          CorruptStoreException.class,
          () ->
              store.atomically(group -> {
                group.put(map, 7L, "new");
                return true;
              }));
      map.put(8L, "new");
      assertEquals("new", map.get(8L));
    }
    RepairReport report = Stores.repair(folder);
    assertEquals(0, report.lostEntries(), report.toString());
    try (Store store = Logged.open(folder)) {
      assertEquals("value 7", store.map("/maps/a", OPTIONS).get(7L));
    }
  }

  /** A walk once went round and round before such a segment. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aTableWordOfZerosEndsWalks() throws IOException {
    var compact = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact();
    try (Store store = Logged.open(folder)) {
      store.map("/maps/c", compact).put(1L, 1L);
    }
    for (String name : List.of("maps/a.vtr", "maps/c.vtr")) {
      try (MapFile map = MapFile.open(new DiskFiles(folder), name, epoch)) {
        Memory.set(map.memory(), map.segmentAt(0) + SegmentLayout.TABLE, 0);
      }
    }
    try (Store store = Logged.open(folder);
        Store onlooker = Stores.openReadOnly(folder)) {
      for (Store open : List.of(store, onlooker)) {
        for (StoreMap<Long, ?> map :
            List.of(open.map("/maps/a", OPTIONS), open.map("/maps/c", compact))) {
          assertThrows(CorruptStoreException.class, () -> map.cursor().next((k, v, r) -> {}, 10));
          assertThrows(CorruptStoreException.class, () -> map.forEach((key, value) -> {}));
        }
      }
      assertThrows(CorruptStoreException.class, () -> store.map("/maps/a", OPTIONS).get(1L));
      assertThrows(CorruptStoreException.class, () -> store.map("/maps/c", compact).get(1L));
    }
    assertEquals(0, Stores.repair(folder).lostEntries());
    try (Store store = Logged.open(folder)) {
      assertEquals("value 7", store.map("/maps/a", OPTIONS).get(7L));
      assertEquals(1L, store.map("/maps/c", compact).get(1L));
    }
  }

  @Test
  void mapFilesThatWereSwappedAreRefused() throws IOException {
    Path a = folder.resolve("maps/a.vtr");
    Path b = folder.resolve("maps/b.vtr");
    Path aside = folder.resolve("aside");
    Files.move(a, aside);
    Files.move(b, a);
    Files.move(aside, b);
    try (Store store = Logged.open(folder)) {
      var e = assertThrows(StoreException.class, () -> store.map("/maps/a", OPTIONS));
      assertTrue(String.valueOf(e.getMessage()).contains("/maps/b"), e.getMessage());
    }
  }

  @Test
  void aHoleInTheLogIsNotItsEnd() throws IOException {
    harm((map, log) -> {
      long second = LogLayout.FIRST_RECORD;
      second += RecordHeader.bytes(Memory.get(log.memory, second));
      Memory.set(log.memory, second, 0);
    });
    assertFalse(Stores.check(folder).isClean());
    assertThrows(
        CorruptStoreException.class,
        () -> {
          try (Store store = Logged.open(folder)) { // may look at the end of the log already
            tail(store);
          }
        });
  }

  @Test
  void aHeaderWithoutItsStateIsNotTheEndOfTheLog() throws IOException {
    harm((map, log) -> {
      long header = Memory.get(log.memory, LogLayout.FIRST_RECORD);
      Memory.set(log.memory, LogLayout.FIRST_RECORD, header ^ 1L << 63);
    });
    try (Store store = Stores.openReadOnly(folder)) {
      assertThrows(CorruptStoreException.class, () -> tail(store));
    }
  }

  @Test
  void aLogFileBetweenOthersThatIsGoneIsMissed() throws IOException {
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      for (int i = 0; i < 30; i++) {
        map.put(1L, "v".repeat(100_000) + i);
      }
    }
    List<Long> starts = LogScan.starts(new DiskFiles(folder));
    assertTrue(starts.size() >= 3, starts.toString());
    Files.delete(folder.resolve(LogFile.nameOf(starts.get(1))));
    try (Store store = Logged.open(folder)) {
      assertThrows(CorruptStoreException.class, () -> tail(store));
    }
  }

  @Test
  void aNameThatLeadsNowhereIsRefused() throws IOException {
    Path a = folder.resolve("maps/a.vtr");
    Files.delete(a);
    Files.createSymbolicLink(a, Path.of("nothing"));
    try (Store store = Logged.open(folder)) {
      assertThrows(CorruptStoreException.class, () -> store.map("/maps/a", OPTIONS));
    }
  }

  @Test
  void aSegmentTakenOverWithADamagedIntentIsRefused() throws IOException {
    for (long slot : new long[] {9, 1L << 40, -8, Long.MAX_VALUE}) {
      harm((map, log) -> {
        long at = map.segmentAt(0);
        Memory.set(map.memory(), at + SegmentLayout.INTENT_SLOT, slot);
        Memory.set(map.memory(), at + SegmentLayout.LOCK, OwnerWord.of(900, 1, 1));
      });
      try (Store store = Logged.open(folder)) {
        StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
        assertEquals("value 3", map.get(3L));
        assertThrows(CorruptStoreException.class, () -> map.put(3L, "new"));
      }
    }
  }

  @Test
  void aCheckpointIsCheckedAndRepairedFrom() throws IOException {
    var durable = Logged.OPTIONS.withDurability(Durability.SYNC);
    try (Store store = Stores.open(folder, durable)) { // the checkpoint has what is there by now
      store.map("/maps/a", OPTIONS).put(100L, "later");
    }
    assertTrue(Stores.check(folder).isClean());
    harm((map, log) -> {
      flip(map, blockOf(map, 7) + BlockLayout.KEY + 8, 1);
      Memory.set(log.memory, LogLayout.FIRST_RECORD + LogLayout.CHECK, 0);
      for (long at = 1_000; at < 5_000; at += 8) { // its records are gone, too
        Memory.set(log.memory, at, 0);
      }
    });
    RepairReport report = Stores.repair(folder);
    assertEquals(0, report.lostEntries(), report.toString());
    assertTrue(report.newLog());
    try (Store store = Stores.open(folder, durable)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      assertEquals(51, map.size());
      assertEquals("value 7", map.get(7L));
      assertEquals("later", map.get(100L));
    }
    String name = new DiskFiles(folder).list(CheckpointWriter.FOLDER).getLast();
    Path file = folder.resolve(CheckpointWriter.FOLDER).resolve(name);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 16;
    Files.write(file, bytes);
    assertEquals(1, Stores.check(folder).damages());
    assertTrue(Stores.repair(folder).newControl());
    assertTrue(Stores.check(folder).isClean());
    try (Store store = Stores.open(folder, durable)) {
      assertEquals(51, store.map("/maps/a", OPTIONS).size());
    }
    assertTrue(Stores.check(folder).isClean());
  }
}
