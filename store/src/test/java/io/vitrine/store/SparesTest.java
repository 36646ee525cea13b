package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks that changes replaced stay as they are until the segment takes them again. */
class SparesTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  @TempDir Path folder;

  private static MapEngine engine(StoreMap<Long, byte[]> map) {
    return ((MappedMap<Long, byte[]>) map).engine();
  }

  private static long word(MapEngine engine, long field) {
    return Memory.get(engine.file.memory(), engine.file.segmentAt(0) + field);
  }

  private static long blockOf(MapEngine engine, long key) {
    var scratch = new Scratch(Scratch.NOBODY);
    scratch.reserveOut(64);
    Memory.set(scratch.out, BlockLayout.KEY, key);
    scratch.keyLength = Long.BYTES;
    scratch.hash = MapEngine.spread(engine.file.hash.hash(key));
    assertTrue(engine.probe(0, scratch), "key " + key + " is there");
    return Slot.block(scratch.probe.slotWord);
  }

  private static byte[] value(int number) {
    return new byte[] {(byte) number};
  }

  private static long spareAt(MapEngine engine, int place) {
    long at = engine.file.segmentAt(0);
    return Memory.get(engine.file.memory(), Spares.placeAt(at, place));
  }

  @Test
  void theVersionMovesOnceForSevenReplacedBlocks() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      map.put(1L, value(0));
      MapEngine engine = engine(map);
      MemorySegment memory = engine.file.memory();
      long version = word(engine, SegmentLayout.VERSION);
      Map<Long, Long> replaced = new HashMap<>();
      for (int i = 1; i <= Spares.COUNT; i++) {
        long block = blockOf(engine, 1);
        assertNull(replaced.put(block, BlockLayout.revision(memory, block)), "none is reused");
        map.put(1L, value(i));
        assertEquals(Spares.counts(0, i), word(engine, SegmentLayout.SPARES));
      }
      assertEquals(version, word(engine, SegmentLayout.VERSION), "nobody need start over");
      replaced.forEach((block, revision) -> {
        assertTrue(BlockLayout.isSound(memory, block, block, engine.file.salt), "untouched");
        assertEquals(revision, BlockLayout.revision(memory, block));
      });

      for (int i = 1; i <= Spares.COUNT; i++) {
        map.put(1L, value(10 + i));
        assertEquals(version + 1, word(engine, SegmentLayout.VERSION), "all start over, once");
        assertTrue(replaced.containsKey(blockOf(engine, 1)), "a spare one is taken");
        assertEquals(Spares.counts(Spares.COUNT - i, i), word(engine, SegmentLayout.SPARES));
        assertArrayEquals(value(10 + i), map.get(1L));
      }
      Invariants.checkMaps(store);
    }
  }

  @Test
  void aRemovalLeavesNoBlockThatProvesItself() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      MapEngine engine = engine(map);
      for (int i = 0; i <= Spares.COUNT + 3; i++) { // four are ready, three wait
        map.put(1L, value(i));
      }
      assertEquals(Spares.counts(4, 3), word(engine, SegmentLayout.SPARES));
      var blocks = new HashSet<Long>();
      blocks.add(blockOf(engine, 1));
      for (int place = 1; place <= Spares.COUNT; place++) {
        blocks.add(Spares.block(spareAt(engine, place)));
      }
      assertEquals(Spares.COUNT + 1, blocks.size());
      map.remove(1L);
      assertEquals(0, word(engine, SegmentLayout.SPARES));
      blocks.forEach(block -> assertTrue(BlockLayout.isFree(engine.file.memory(), block)));
      Invariants.checkMaps(store);
    }
  }

  @Test
  void readyBlocksOfAnotherSizeAreFreeForLater() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      MapEngine engine = engine(map);
      map.put(0L, new byte[200]); // so that others of this size are free
      for (int i = 0; i < Spares.COUNT; i++) {
        map.put(1L, new byte[100]);
      }
      map.put(1L, new byte[200]); // the seventh of 100 bytes waits, too
      assertEquals(Spares.counts(0, Spares.COUNT), word(engine, SegmentLayout.SPARES));
      long some = Spares.block(spareAt(engine, 3));
      map.put(1L, new byte[200]); // has no use for them
      assertEquals(Spares.counts(0, 1), word(engine, SegmentLayout.SPARES));
      assertTrue(BlockLayout.isFree(engine.file.memory(), some), "among the free ones");
      var taken = new HashSet<Long>();
      for (long key = 2; key < 2 + Spares.COUNT; key++) {
        map.put(key, new byte[100]);
        taken.add(blockOf(engine, key));
      }
      assertTrue(taken.contains(some));
      map.put(1L, new byte[100_000]); // which is no small one
      Invariants.checkMaps(store);
      map.put(1L, new byte[50_000]);
      map.put(1L, new byte[5]);
      Invariants.checkMaps(store);
      assertEquals(5, map.get(1L).length);
    }
  }

  /** Where the full number waits and no change has taken one, a block more is no problem. */
  @Test
  void oneMoreThanThereIsRoomForFreesOne() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      MapEngine engine = engine(map);
      for (int i = 0; i <= Spares.COUNT; i++) {
        map.put(1L, value(i));
      }
      long version = word(engine, SegmentLayout.VERSION);
      map.put(1L, new byte[100_000]); // takes a run of its own, and leaves a small block
      assertEquals(version + 1, word(engine, SegmentLayout.VERSION));
      assertEquals(Spares.counts(Spares.COUNT - 1, 1), word(engine, SegmentLayout.SPARES));
      Invariants.checkMaps(store);
    }
  }

  @Test
  void whateverIsDoneAccountsStaySound() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    Map<Long, Integer> model = new HashMap<>();
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      for (int i = 0; i < 20_000; i++) {
        long key = random.nextInt(300);
        switch (random.nextInt(6)) {
          case 0 -> {
            map.remove(key);
            model.remove(key);
          }
          case 1 -> {
            store.atomically(group -> {
              group.put(map, key, new byte[7]);
              group.remove(map, key + 1);
              return 0;
            });
            model.put(key, 7);
            model.remove(key + 1);
          }
          default -> {
            int length = random.nextInt(10) == 0 ? random.nextInt(40_000) : random.nextInt(120);
            map.put(key, new byte[length]);
            model.put(key, length);
          }
        }
      }
      Invariants.checkMaps(store);
      Map<Long, Integer> found = new HashMap<>();
      map.forEach((key, value) -> found.put(key, value.length));
      assertEquals(model, found);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  /** Whose newest block is damaged is lost, and not what it was before. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0, Spares.COUNT})
  void aRepairBringsNoReplacedValueBack(int damagedPlace) throws IOException {
    long block;
    long at;
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      map.put(1L, value(1));
      map.put(2L, value(5));
      map.put(1L, value(2));
      block = blockOf(engine(map), 1);
      at = engine(map).file.segmentAt(0);
      assertEquals(Spares.counts(0, 1), word(engine(map), SegmentLayout.SPARES));
    }
    try (var access = new RandomAccessFile(folder.resolve("maps/a.vtr").toFile(), "rw")) {
      access.seek(block + BlockLayout.KEY + Long.BYTES);
      access.write(99);
      if (damagedPlace >= 0) { // what says that the old block was replaced is damaged, too
        access.seek(Spares.placeAt(at, damagedPlace) + 5);
        access.write(99);
      }
    }
    RepairReport report = Stores.repair(folder);
    assertEquals(1, report.lostEntries());
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      assertNull(map.get(1L));
      assertArrayEquals(value(5), map.get(2L));
      Invariants.checkMaps(store);
    }
  }

  @Test
  void largerBlocksAreFreeAtOnce() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      MapEngine engine = engine(map);
      map.put(1L, new byte[600]);
      map.put(2L, value(1));
      map.put(2L, value(2));
      long version = word(engine, SegmentLayout.VERSION);
      long first = blockOf(engine, 1);
      map.put(1L, new byte[600]);
      assertEquals(version + 1, word(engine, SegmentLayout.VERSION));
      assertEquals(Spares.counts(0, 1), word(engine, SegmentLayout.SPARES), "of the other");
      assertTrue(BlockLayout.isFree(engine.file.memory(), first));
    }
  }

  @Test
  void groupsLeaveSpareBlocksAsSingleChangesDo() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      MapEngine engine = engine(map);
      int changed = 2 * Spares.COUNT + 3;
      for (long key = 0; key < changed; key++) {
        map.put(key, value(0));
      }
      long version = word(engine, SegmentLayout.VERSION);
      store.atomically(group -> {
        for (long key = 0; key < changed; key++) {
          group.put(map, key, value(1));
        }
        return 0;
      });
      assertTrue(word(engine, SegmentLayout.VERSION) > version, "more than wait at a time");
      assertNotEquals(0, word(engine, SegmentLayout.SPARES));
      Invariants.checkMaps(store);
      store.atomically(group -> {
        for (long key = 1; key < 5; key++) {
          group.put(map, key, value(2));
        }
        group.remove(map, 0L);
        return 0;
      });
      MemorySegment memory = engine.file.memory();
      long counts = word(engine, SegmentLayout.SPARES);
      for (int place = 1; place <= Spares.COUNT; place++) {
        if (Spares.isAt(counts, place)) {
          long key = Memory.get(memory, Spares.block(spareAt(engine, place)) + BlockLayout.KEY);
          assertNotEquals(0, key, "nothing is kept of the one that was removed");
        }
      }
      Invariants.checkMaps(store);
    }
  }

  /** One free block is enough for any number of updates, as those that wait can be had. */
  @Test
  void theLastFreeBlockIsEnoughOnAFullDisk() throws IOException {
    Files.createDirectories(folder);
    var disk = new SmallDisk(new DiskFiles(folder.toAbsolutePath()), 40_000_000);
    try (Store store = MappedStore.open(Surroundings.system(disk), StoreOptions.defaults())) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      map.put(0L, new byte[400]); // large, so that blocks come to an end before the table does
      disk.room.set(0);
      long count = 1;
      try {
        while (true) {
          map.put(count, new byte[400]);
          count++;
        }
      } catch (StoreFullException _) {
        map.remove(0L); // leaves one
      }
      for (int i = 0; i < 100; i++) {
        map.put(1L + i % (count - 1), new byte[400]);
      }
      var waits = new AtomicReference<@Nullable Throwable>();
      var never =
          new NeverWaiting(() -> {
            try {
              for (int i = 0; i < 20; i++) {
                map.put(1L, new byte[400]);
              }
            } catch (Throwable e) {
              waits.set(e);
            }
          });
      never.start();
      never.join();
      assertNull(waits.get());
      Invariants.checkMaps(store);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static final class NeverWaiting extends Thread implements NeverWaits {
    NeverWaiting(Runnable task) {
      super(task, "never-waits");
    }
  }

  /** A group that would have to wait for more room has taken no block. */
  @Test
  void aGroupThatWouldWaitLosesNoBlock() throws InterruptedException {
    try (Store store = Stores.open(folder, Logged.OPTIONS)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      map.put(3L, value(1));
      var told = new AtomicReference<@Nullable Throwable>();
      var never =
          new NeverWaiting(() -> {
            try {
              store.atomically(group -> {
                group.put(map, 1L, value(1));
                group.put(map, 2L, new byte[40_000]);
                return 0;
              });
            } catch (Throwable e) {
              told.set(e);
            }
          });
      never.start();
      never.join();
      assertInstanceOf(WouldWaitException.class, told.get());
      assertEquals(1, map.size());
      Invariants.checkMaps(store);
    }
  }

  @Test
  void aDamagedWordIsRefusedAndPutInOrder() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      MapEngine engine = engine(map);
      for (int place : new int[] {0, 1, Spares.COUNT}) {
        for (int bit = 0; bit < Long.SIZE; bit++) {
          for (int i = 0; i <= Spares.COUNT; i++) {
            map.put(1L, value(i));
          }
          while (word(engine, SegmentLayout.SPARES) != Spares.counts(0, Spares.COUNT)) {
            map.put(1L, value(Spares.COUNT));
          }
          long at = Spares.placeAt(engine.file.segmentAt(0), place);
          long sound = Memory.get(engine.file.memory(), at);
          Memory.set(engine.file.memory(), at, sound ^ 1L << bit);
          String where = "place " + place + ", bit " + bit;
          int tries = place == 1 ? Spares.COUNT : 1; // the first one is taken last
          var told = assertThrows(CorruptStoreException.class, () -> puts(map, tries), where);
          assertTrue(told.getMessage().contains("0x" + Long.toHexString(at)), told.getMessage());
          assertEquals(1, map.get(1L).length, where);
          Invariants.checkMaps(store); // made anew from the slots
        }
      }
    }
  }

  @Test
  void noChangeIsMadeThatCouldNotBeEnded() {
    List<Consumer<StoreMap<Long, byte[]>>> changes =
        List.of(
            map -> map.remove(1L),
            map -> map.put(1L, new byte[100_000]),
            map -> map.put(1L, new byte[100]),
            map -> map.put(2L, new byte[100]));
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      MapEngine engine = engine(map);
      for (Consumer<StoreMap<Long, byte[]>> change : changes) {
        for (int place : new int[] {0, 3}) {
          for (int i = 0; i < 3 * Spares.COUNT; i++) {
            map.put(1L, value(i));
          }
          long at = Spares.placeAt(engine.file.segmentAt(0), place);
          long sound = Memory.get(engine.file.memory(), at);
          Memory.set(engine.file.memory(), at, sound ^ 1L << 9);
          assertThrows(CorruptStoreException.class, () -> change.accept(map));
          assertArrayEquals(value(3 * Spares.COUNT - 1), map.get(1L), "as it was");
          assertEquals(1, map.size());
        }
      }
    }
  }

  /** An insertion has to do with the counts and with the block that it takes, and no other. */
  @Test
  void anInsertionRefusesWhatItWouldTake() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      MapEngine engine = engine(map);
      for (int place = 0; place <= Spares.COUNT; place++) {
        for (int i = 0; i <= Spares.COUNT; i++) {
          map.put(1L, value(i));
        }
        while (word(engine, SegmentLayout.SPARES) != Spares.counts(0, Spares.COUNT)) {
          map.put(1L, value(Spares.COUNT));
        }
        long at = Spares.placeAt(engine.file.segmentAt(0), place);
        long sound = Memory.get(engine.file.memory(), at);
        Memory.set(engine.file.memory(), at, sound ^ 1L << 9);
        if (place == 0 || place == Spares.COUNT) { // the counts, and the one to be taken first
          assertThrows(CorruptStoreException.class, () -> map.put(2L, value(2)));
          assertEquals(1, map.size());
          assertNull(map.get(2L));
        } else {
          map.put(2L, value(2));
          assertArrayEquals(value(2), map.get(2L));
          Memory.set(engine.file.memory(), at, sound);
          map.remove(2L);
        }
        Invariants.checkMaps(store);
      }
    }
  }

  private static void puts(StoreMap<Long, byte[]> map, int times) {
    for (int i = 0; i < times; i++) {
      map.put(1L, value(100 + i));
    }
  }

  /** A process that dies as it makes spare blocks ready leaves old or new, and loses no block. */
  @ParameterizedTest
  @EnumSource(
      value = Step.class,
      names = {
        "VERSION_MOVED",
        "BLOCK_TAKEN",
        "INTENT_SET",
        "REVISION_TAKEN",
        "BLOCK_WRITTEN",
        "SLOT_SWUNG",
        "COUNTED",
        "INTENT_CLEARED",
        "BLOCK_FREED"
      })
  void whoDiesAmidATurnLosesNoBlock(Step step) throws Exception {
    MappedStore victim = (MappedStore) Stores.open(folder);
    StoreMap<Long, byte[]> map = victim.map("/maps/a", OPTIONS);
    for (int i = 0; i <= Spares.COUNT; i++) {
      map.put(1L, value(i));
    }
    MapEngine engine = engine(map);
    assertEquals(Spares.counts(0, Spares.COUNT), word(engine, SegmentLayout.SPARES));
    var died = new CountDownLatch(1);
    Thread writer = Thread.ofPlatform().daemon().unstarted(() -> map.put(1L, value(99)));
    Step.hook(at -> {
      if (Thread.currentThread().equals(writer) && at == step) {
        died.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    try {
      writer.start();
      assertTrue(died.await(60, TimeUnit.SECONDS), "came to " + step);
    } finally {
      Step.hook(null);
    }
    victim.attachment().close();
    try (Store survivor = Stores.open(folder)) {
      StoreMap<Long, byte[]> left = survivor.map("/maps/a", OPTIONS);
      byte found = Objects.requireNonNull(left.get(1L))[0];
      boolean isOld = step == Step.VERSION_MOVED || step.compareTo(Step.SLOT_SWUNG) < 0;
      assertEquals(isOld ? Spares.COUNT : 99, found);
      Invariants.checkMaps(survivor);
      for (int i = 0; i < 3 * Spares.COUNT; i++) {
        left.put(1L, value(i));
        assertArrayEquals(value(i), left.get(1L));
      }
      Invariants.checkMaps(survivor);
    }
  }
}
