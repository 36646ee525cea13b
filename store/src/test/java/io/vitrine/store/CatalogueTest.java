package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maps that come and go, while others look. */
class CatalogueTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);

  private static final Path MAPS = Path.of("/proc/self/maps");

  @TempDir Path folder;

  @Test
  void droppingWhileOthersListOpenAndWrite() {
    try (Store dropper = Logged.open(folder);
        Store other = Logged.open(folder)) {
      var stop = new AtomicBoolean();
      var lister = CompletableFuture.runAsync(() -> list(other, stop));
      var writer = CompletableFuture.runAsync(() -> write(other, stop));
      for (long round = 0; round < 150; round++) {
        dropper.map("/maps/x", OPTIONS).put(1L, round);
        dropper.drop("/maps/x");
      }
      stop.set(true);
      lister.join();
      writer.join();
      dropper.drop("/maps/x");
      assertEquals(List.of(), dropper.list("/"));
      assertNull(other.describe("/maps/x"));
    }
  }

  private static void list(Store store, AtomicBoolean stop) {
    while (!stop.get()) {
      store.list("/");
    }
  }

  private static void write(Store store, AtomicBoolean stop) {
    while (!stop.get()) {
      try {
        store.map("/maps/x", OPTIONS).put(2L, 2L);
      } catch (IllegalStateException e) {
        assertTrue(String.valueOf(e.getMessage()).contains("dropped"), e.getMessage());
      }
    }
  }

  @Test
  void changesOfADroppedMapComeBeforeItsEnd() {
    try (Store store = Logged.open(folder)) {
      for (long round = 0; round < 5; round++) {
        store.map("/maps/x", OPTIONS).put(1L, round);
        store.drop("/maps/x");
      }
      var kinds = new ArrayList<ChangeKind>();
      store.tailer(0).poll(change -> kinds.add(change.kind()), 100);
      assertEquals(15, kinds.size());
      for (int i = 0; i < 15; i += 3) {
        assertEquals(
            List.of(ChangeKind.CREATED, ChangeKind.INSERTED, ChangeKind.DROPPED),
            kinds.subList(i, i + 3));
      }
    }
  }

  @Test
  void aDropThatFindsNoRoomChangesNothing() throws Exception {
    Files.createDirectories(folder);
    var disk = new SmallDisk(new DiskFiles(folder.toRealPath()), 100_000_000);
    try (Store store = MappedStore.open(Surroundings.system(disk), Logged.OPTIONS);
        Store other = MappedStore.open(Surroundings.system(disk), Logged.OPTIONS)) {
      StoreMap<Long, byte[]> filler =
          store.map("/maps/filler", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1));
      StoreMap<Long, Long> map = store.map("/maps/x", OPTIONS);
      map.put(1L, 1L);
      filler.put(1L, new byte[400_000]);
      disk.room.set(0);
      assertThrows(
          StoreFullException.class,
          () -> {
            while (true) { // until the log is full
              filler.put(1L, new byte[400_000]);
            }
          });
      fillRest(filler);
      assertThrows(StoreFullException.class, () -> store.drop("/maps/x"));
      assertEquals(1L, map.get(1L));
      assertEquals(1L, other.map("/maps/x", OPTIONS).get(1L));
      assertEquals(List.of("/maps/filler", "/maps/x"), other.list("/"));
      Invariants.check(other);
      disk.room.set(100_000_000);
      map.put(1L, 2L);
      assertEquals(2L, other.map("/maps/x", OPTIONS).get(1L));
      assertTrue(other.drop("/maps/x"));
      assertFalse(store.drop("/maps/x"));
      assertThrows(IllegalStateException.class, () -> map.get(1L));
    }
    assertTrue(Stores.check(folder).isClean());
  }

  /** The mapping of a dropped map holds all of its room on the disk. */
  @Test
  void everybodyLetsGoOfADroppedMap() throws Exception {
    assumeTrue(Files.isReadable(MAPS), "no list of the mappings of this process");
    try (Store dropper = Stores.open(folder);
        Store other = Stores.open(folder);
        Store reader = Stores.openReadOnly(folder)) {
      List<Consumer<Store>> looks =
          List.of(
              Store::sweep,
              store -> store.list("/"),
              store -> store.describe("/maps/none"),
              store -> store.map("/maps/next", OPTIONS));
      for (Consumer<Store> look : looks) {
        dropper.map("/maps/x", OPTIONS).put(1L, 1L);
        StoreMap<Long, Long> there = other.map("/maps/x", OPTIONS);
        StoreMap<Long, Long> read = reader.map("/maps/x", OPTIONS);
        assertEquals(0, mappingsOfDeleted());
        dropper.drop("/maps/x");
        assertEquals(2, mappingsOfDeleted(), "the dropper still has it");
        look.accept(other);
        reader.list("/");
        assertEquals(0, mappingsOfDeleted());
        for (StoreMap<Long, Long> map : List.of(there, read)) {
          String told = assertThrows(IllegalStateException.class, () -> map.get(1L)).getMessage();
          assertEquals("map /maps/x was dropped; open it again", told);
        }
      }
    }
  }

  /** Nor does it keep that room when another map has its name by then. */
  @Test
  void everybodyLetsGoOfADroppedMapThatIsMadeAnew() throws Exception {
    assumeTrue(Files.isReadable(MAPS), "no list of the mappings of this process");
    try (Store dropper = Stores.open(folder);
        Store other = Stores.open(folder);
        Store reader = Stores.openReadOnly(folder)) {
      for (Consumer<Store> look : List.<Consumer<Store>>of(Store::sweep, s -> s.list("/none/"))) {
        dropper.map("/maps/x", OPTIONS).put(1L, 1L);
        StoreMap<Long, Long> there = other.map("/maps/x", OPTIONS);
        StoreMap<Long, Long> read = reader.map("/maps/x", OPTIONS);
        dropper.drop("/maps/x");
        dropper.map("/maps/x", OPTIONS).put(1L, 2L);
        assertEquals(2, mappingsOfDeleted(), "the dropper still has it");
        look.accept(other);
        reader.list("/none/");
        assertEquals(0, mappingsOfDeleted());
        for (StoreMap<Long, Long> map : List.of(there, read)) {
          String told = assertThrows(IllegalStateException.class, () -> map.get(1L)).getMessage();
          assertEquals("map /maps/x was dropped; open it again", told);
        }
        assertEquals(2L, other.map("/maps/x", OPTIONS).get(1L));
        dropper.drop("/maps/x");
        other.list("/");
      }
    }
  }

  /** How many files of the store that are deleted are still mapped. */
  private long mappingsOfDeleted() throws Exception {
    String maps = folder.toRealPath().resolve("maps").toString();
    try (var lines = Files.lines(MAPS)) {
      return lines.filter(l -> l.contains(maps) && l.endsWith("(deleted)")).count();
    }
  }

  /** Nor does it keep anybody from what a dead process left of others. */
  @Test
  void aDamagedMapKeepsNobodyFromTheOthers() throws Exception {
    for (Step step : List.of(Step.CATALOGUE_INTENT, Step.CATALOGUE_MARKED, Step.RECORD_RESERVED)) {
      Path place = folder.resolve(step.name());
      long epoch;
      try (Store store = Logged.open(place)) {
        epoch = store.epoch();
        for (String path : List.of("/maps/a", "/maps/b", "/maps/c", "/maps/y")) {
          store.map(path, OPTIONS).put(1L, 1L);
        }
      }
      try (MapFile map = MapFile.open(new DiskFiles(place), "maps/a.vtr", epoch)) {
        MemorySegment memory = map.memory();
        Memory.set(memory, MapLayout.HASH_SEED, Memory.get(memory, MapLayout.HASH_SEED) ^ 1);
      }
      MappedStore victim = (MappedStore) Logged.open(place);
      stopAt(step, () -> victim.drop("/maps/y"));
      victim.attachment().close();
      try (Store survivor = Logged.open(place)) {
        assertEquals(1L, survivor.map("/maps/b", OPTIONS).get(1L));
        survivor.map("/maps/b", OPTIONS).put(2L, 2L);
        survivor.map("/maps/n", OPTIONS).put(1L, 1L);
        assertTrue(survivor.drop("/maps/c"));
        assertEquals(step != Step.CATALOGUE_MARKED, survivor.drop("/maps/y"));
        assertThrows(CorruptStoreException.class, () -> survivor.map("/maps/a", OPTIONS));
        assertEquals(survivor.reservedRevision(), survivor.revision(), step.name());
      }
    }
  }

  /** Pages of a drop may come to disk, and neither the file's end nor who was at it. */
  @Test
  void aMapIsMadeAnewWhereThePowerLeftADroppedOne() throws Exception {
    for (boolean isTold : new boolean[] {false, true}) {
      Path place = folder.resolve("told-" + isTold);
      try (Store store = Logged.open(place)) {
        store.map("/maps/a", OPTIONS).put(1L, 1L);
        store.map("/maps/b", OPTIONS).put(1L, 2L);
      }
      leaveDropped(place, isTold);
      try (Store store = Logged.open(place)) {
        assertNull(store.describe("/maps/a"));
        StoreMap<Long, Long> map = store.map("/maps/a", OPTIONS);
        assertNull(map.get(1L));
        map.put(3L, 4L);
        assertEquals(2, store.statistics().maps());
        assertEquals(List.of("/maps/a", "/maps/b"), store.list("/"));
      }
      assertEquals(List.of(), Stores.check(place).findings());
      try (Store store = Logged.open(place)) {
        assertEquals(4L, store.map("/maps/a", OPTIONS).get(3L));
        assertEquals(2L, store.map("/maps/b", OPTIONS).get(1L));
      }
    }
  }

  /** Leaves the file of a map marked as dropped, whether the log tells of the drop or not. */
  private static void leaveDropped(Path place, boolean isTold) throws Exception {
    Path kept = place.resolve("maps/a.vtr");
    Path copy = place.resolveSibling("copy");
    long epoch;
    try (Store store = Logged.open(place)) {
      epoch = store.epoch();
      if (isTold) {
        Files.copy(kept, copy);
        store.drop("/maps/a");
      }
    }
    if (isTold) {
      Files.move(copy, kept);
    }
    try (MapFile map = MapFile.open(new DiskFiles(place), "maps/a.vtr", epoch)) {
      map.drop();
    }
  }

  /**
   * A record that the damaged map itself names is ended by nobody, since its change may be made.
   */
  @Test
  void aRecordThatADamagedMapNamesIsKept() throws Exception {
    long epoch;
    MappedStore victim = (MappedStore) Logged.open(folder);
    epoch = victim.epoch();
    StoreMap<Long, Long> doomed = victim.map("/maps/a", OPTIONS);
    doomed.put(1L, 1L);
    stopAt(Step.RECORD_WRITTEN, () -> doomed.put(1L, 2L));
    try (MapFile map = MapFile.open(new DiskFiles(folder), "maps/a.vtr", epoch)) {
      MemorySegment memory = map.memory();
      Memory.set(memory, MapLayout.HASH_SEED, Memory.get(memory, MapLayout.HASH_SEED) ^ 1);
    }
    victim.attachment().close();
    try (Store survivor = Logged.open(folder)) {
      StoreMap<Long, Long> other = survivor.map("/maps/b", OPTIONS);
      other.put(1L, 1L);
      assertThrows(CorruptStoreException.class, survivor::sweep);
      assertTrue(survivor.revision() < survivor.reservedRevision());
      assertEquals(1L, other.get(1L));
    }
  }

  /** Lets a thread do something up to a point, where it stays for ever. */
  private static void stopAt(Step step, Runnable task) throws Exception {
    var stopped = new CountDownLatch(1);
    Thread doomed = Thread.ofPlatform().daemon().unstarted(task);
    Step.hook(at -> {
      if (at == step && Thread.currentThread().equals(doomed)) {
        stopped.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    doomed.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS), "never came to " + step);
    Step.hook(null);
  }

  /** Fills the log's last bytes with small records. */
  private static void fillRest(StoreMap<Long, byte[]> filler) {
    try {
      for (int i = 0; i < 100_000; i++) {
        filler.put(2L, new byte[8]);
      }
      throw new AssertionError("the log did not fill");
    } catch (StoreFullException e) {
      // as it should be
    }
  }

  @Test
  void theRecordOfADeadWriterDoesNotHoldUpTheRevision() throws Exception {
    try (Store survivor = Logged.open(folder)) {
      MappedStore victim = (MappedStore) Logged.open(folder);
      StoreMap<Long, Long> doomed = victim.map("/maps/x", OPTIONS);
      doomed.put(1L, 1L);
      stopAt(Step.RECORD_RESERVED, () -> doomed.put(2L, 2L));
      victim.attachment().close();
      survivor.map("/maps/x", OPTIONS).put(3L, 3L);
      assertTrue(survivor.revision() < survivor.reservedRevision());
      survivor.sweep();
      assertEquals(survivor.reservedRevision(), survivor.revision());
    }
  }
}
