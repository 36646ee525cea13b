package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Insertions in the usual case do what all others do, and leave to them what is not usual. */
class DirectInsertionTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  private static final int[] LENGTHS = {0, 7, 8, 63, 64, 65, 112, 113, 121, 400, 488, 489};

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private static MapEngine engine(StoreMap<Long, byte[]> map) {
    return ((MappedMap<Long, byte[]>) map).engine();
  }

  private static boolean putDirectly(StoreMap<Long, byte[]> map, long key, byte[] value) {
    DirectWriter writer = DirectWriter.of(engine(map), Codecs.longs(), Codecs.bytes());
    assertNotNull(writer);
    return writer.put(key, value, new Sighting());
  }

  private static byte[] filled(int length, long with) {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) with);
    return value;
  }

  /** A map with one entry, of key 1, and free blocks for others of the same length. */
  private static StoreMap<Long, byte[]> used(Store store, int length) {
    StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
    map.put(1L, filled(length, 1));
    return map;
  }

  private static long word(MapFile file, long field) {
    return Memory.get(file.memory(), file.segmentAt(0) + field);
  }

  private static long freeAt(int valueBytes) {
    int sizeClass = SizeClass.of(BlockLayout.KEY + Long.BYTES + LogLayout.padded(valueBytes));
    return SegmentLayout.FREE + 8L * sizeClass;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8, 64, 65, 112, 121, 400, 488})
  void aKeyThatIsNotThereIsTheUsualCase(int length) {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, length);
      MapFile file = engine(map).file;
      for (long key = 2; word(file, freeAt(length)) != 0 && key <= 25; key++) {
        assertTrue(putDirectly(map, key, filled(length, key)), "insertion of " + key);
        assertArrayEquals(filled(length, key), map.get(key));
        assertEquals(key, map.size());
      }
      assertTrue(map.size() > 4);
      assertArrayEquals(filled(length, 1), map.get(1L));
      Invariants.checkMaps(store);
    }
  }

  /** All but those that meet a table or a list of free blocks that has to grow. */
  @Test
  void nearlyAllInsertionsAreTheUsualCase() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      long keys = 4_000;
      long direct = 0;
      for (long key = 0; key < keys; key++) {
        byte[] value = filled(64, key);
        if (putDirectly(map, key, value)) {
          direct++;
        } else {
          map.put(key, value);
        }
      }
      for (long key = 0; key < keys; key++) {
        assertArrayEquals(filled(64, key), map.get(key));
      }
      assertEquals(keys, map.size());
      assertTrue(direct >= keys * 94 / 100, direct + " of " + keys);
      Invariants.checkMaps(store);
    }
  }

  @Test
  void whatIsNotUsualChangesNothing() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      assertFalse(putDirectly(map, 2, filled(200, 1)), "no free block of this size");
      assertFalse(putDirectly(map, 2, filled(489, 1)), "a block that is no spare one later");
      MapFile file = engine(map).file;
      long lines = SegmentLayout.tableLines(word(file, SegmentLayout.TABLE));
      for (long key = 2; !TableGrowth.isTooFull(key, lines); key++) {
        map.put(key, filled(64, 1));
      }
      long full = map.size();
      assertTrue(word(file, freeAt(64)) != 0, "a free block");
      assertFalse(putDirectly(map, 1_000, filled(64, 1)), "a table that has to grow");
      assertEquals(full, map.size());
      assertNull(map.get(1_000L));
      Invariants.checkMaps(store);
    }
  }

  @Test
  void aMapThatIsLoggedHasNoUsualCase() {
    try (Store store = Stores.open(folder, Logged.OPTIONS)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      assertFalse(putDirectly(map, 2, filled(64, 1)));
    }
  }

  /** Damage in what an insertion has to do with is told, and nothing is changed. */
  @ParameterizedTest
  @ValueSource(
      strings = {"table", "slot", "entries", "tombstones", "live", "counts", "free", "mark"})
  void damageIsToldAsByAllOthers(String what) {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      MapFile file = engine(map).file;
      MemorySegment memory = file.memory();
      long at = file.segmentAt(0);
      long free = Memory.get(memory, at + freeAt(64));
      long lengths = free + BlockLayout.LENGTHS;
      long place =
          switch (what) {
            case "table" -> at + SegmentLayout.TABLE;
            case "slot" -> emptySlotOf(file, 2);
            case "entries" -> at + SegmentLayout.ENTRIES;
            case "tombstones" -> at + SegmentLayout.TOMBSTONES;
            case "live" -> at + SegmentLayout.LIVE_BYTES;
            case "counts" -> at + SegmentLayout.SPARES;
            case "free" -> at + freeAt(64);
            default -> lengths;
          };
      long word = Memory.get(memory, place);
      long bit = what.equals("table") ? 1L << 61 : what.equals("slot") ? 1L << 50 : 1L << 40;
      Memory.set(memory, place, word ^ bit);
      assertFalse(putDirectly(map, 2, filled(64, 1)));
      assertEquals(word ^ bit, Memory.get(memory, place));
      assertThrows(CorruptStoreException.class, () -> map.put(2L, filled(64, 1)));
      if (what.equals("table") || what.equals("slot")) { // the others are made anew
        Memory.set(memory, place, word);
      }
      assertNull(map.get(2L));
      map.put(2L, filled(64, 2));
      assertArrayEquals(filled(64, 2), map.get(2L));
      Invariants.checkMaps(store);
    }
  }

  /** The slot that an insertion of a key would take, which was never used. */
  private static long emptySlotOf(MapFile file, long key) {
    var seen = new Sighting();
    assertFalse(seen.look(file, file.memory(), key, 64));
    assertTrue(seen.hasRoom());
    assertTrue(seen.isStillAbsent(file.memory()));
    assertEquals(Slot.EMPTY, seen.slotWord());
    return seen.slot();
  }

  /** A table that others made, and whose end another process' mapping has not: its line fills. */
  @Test
  void aLineBeyondTheMappingIsLeftToTheEngine() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      MapFile file = engine(map).file;
      long first = word(file, SegmentLayout.TABLE);
      long key = 2;
      while (word(file, SegmentLayout.TABLE) == first) { // then it lies behind the free blocks
        map.put(key++, filled(64, 1));
      }
      MemorySegment memory = file.memory();
      long table = word(file, SegmentLayout.TABLE);
      while (lineOf(file, key, table) != SegmentLayout.tableLines(table) - 2) {
        key++;
      }
      long lineAt =
          SegmentLayout.tableOffset(table)
              + (SegmentLayout.tableLines(table) - 2) * SegmentLayout.LINE_BYTES;
      MemorySegment shorter = memory.asSlice(0, lineAt + SegmentLayout.LINE_BYTES);
      var seen = new Sighting();
      assertFalse(seen.look(file, shorter, key, 64));
      assertTrue(seen.hasRoom());
      assertTrue(seen.isStillAbsent(shorter));
      var words = new ArrayList<Long>();
      for (int i = 0; i < 8; i++) {
        words.add(Memory.get(memory, lineAt + 8L * i));
        Memory.set(memory, lineAt + 8L * i, Slot.of((key + i + 1) << Slot.TAG_SHIFT, 1 << 20));
      }
      assertFalse(seen.isStillAbsent(shorter));
      for (int i = 0; i < 8; i++) {
        Memory.set(memory, lineAt + 8L * i, words.get(i));
      }
      Invariants.checkMaps(store);
    }
  }

  private static long lineOf(MapFile file, long key, long table) {
    long spread = MapEngine.spread(file.hash.hash(key));
    return Slot.homeLine(spread >>> Slot.TAG_SHIFT, SegmentLayout.tableLines(table));
  }

  /** What can be seen to be vain does not take the lock. */
  @Test
  void whatIsSeenToBeInVainTakesNoLock() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      Set<Step> met = EnumSet.noneOf(Step.class);
      Step.hook(met::add);
      assertFalse(putDirectly(map, 1, filled(64, 2)), "no spare block yet");
      assertFalse(putDirectly(map, 2, filled(200, 2)), "no free block of this size");
      assertEquals(Set.of(), met);
      Step.hook(null);
      map.put(3L, filled(200, 3));
      for (int i = 0; i <= Spares.COUNT; i++) {
        map.put(3L, filled(200, i));
      }
      Step.hook(met::add);
      assertFalse(putDirectly(map, 1, filled(64, 2)), "a spare block of another size");
      assertFalse(putDirectly(map, 2, filled(64, 2)), "a spare block of another size");
      assertEquals(Set.of(), met);
      Step.hook(null);
      long lines = SegmentLayout.tableLines(word(engine(map).file, SegmentLayout.TABLE));
      for (long key = 4; !TableGrowth.isTooFull(map.size() + 1, lines); key++) {
        map.put(key, filled(64, 1));
      }
      Step.hook(met::add);
      assertFalse(putDirectly(map, 1_000, filled(64, 2)), "a table that has to grow");
      assertEquals(Set.of(), met);
      Step.hook(null);
      Invariants.checkMaps(store);
    }
  }

  /** A free block where none can be is written to by nobody. */
  @Test
  void aFreeBlockThatIsNoneIsTold() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      MapFile file = engine(map).file;
      MemorySegment memory = file.memory();
      long place = file.segmentAt(0) + freeAt(64);
      long word = Memory.get(memory, place);
      long taken = findBlock(file, 1);
      for (long block :
          new long[] {8, file.segmentsAt - 8, word + 4, memory.byteSize() - 16, 1L << 41, taken}) {
        Memory.set(memory, place, block);
        assertFalse(putDirectly(map, 2, filled(64, 1)), "free block at " + block);
      }
      Memory.set(memory, place, word);
      assertTrue(putDirectly(map, 2, filled(64, 1)));
      Invariants.checkMaps(store);
    }
  }

  private static long findBlock(MapFile file, long key) {
    var seen = new Sighting();
    assertTrue(seen.look(file, file.memory(), key, 64));
    return seen.block();
  }

  /** What was seen before the lock counts for nothing once another change came between. */
  @Test
  void aChangeAmidItIsNotOverwrittenUnseen() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      MapFile file = engine(map).file;
      var seen = new Sighting();
      assertFalse(seen.look(file, file.memory(), 2, 64));
      assertTrue(seen.hasRoom() && seen.isStillAbsent(file.memory()));
      map.put(2L, filled(64, 2));
      assertFalse(seen.isStillAbsent(file.memory()), "the key came in");
      map.remove(2L);
      assertTrue(seen.isStillAbsent(file.memory()), "and left");
      MemorySegment memory = file.memory();
      assertFalse(seen.isStillAbsent(memory.asSlice(0, memory.byteSize() - 8)), "another mapping");
      for (long key = 3; key < 400; key++) { // the table grows
        map.put(key, new byte[3]);
      }
      assertFalse(seen.isStillAbsent(file.memory()), "another table");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8})
  void whereTheLogBeginsAmidItTheLogTellsOfIt(int updates) {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      for (int i = 0; i < updates; i++) { // so that spare blocks are at hand
        map.put(1L, filled(64, i));
      }
      StoreMap<Long, byte[]> other = store.map("/maps/b", OPTIONS); // whose blocks are its own
      MapFile file = engine(map).file;
      var beginner = new AtomicReference<@Nullable Thread>();
      long writer = Thread.currentThread().threadId();
      List<Long> intents = new ArrayList<>();
      Step.hook(step -> {
        if (step == Step.LOCKED && Thread.currentThread().threadId() == writer) {
          intents.add(word(file, SegmentLayout.INTENT_SLOT));
        }
        if (step == Step.INTENT_SET
            && Thread.currentThread().threadId() == writer
            && beginner.get() == null) {
          beginner.set(
              Thread.startVirtualThread(() ->
                  store.atomically(group -> {
                    group.put(other, 2L, filled(5, 2));
                    return 0;
                  })));
          while (!engine(map).log().unlogged.areOver()) {
            LockSupport.parkNanos(10_000);
          }
        }
      });
      map.put(77L, filled(64, 77));
      Step.hook(null);
      join(beginner.get());
      assertEquals(List.of(0L, 0L), intents, "once directly, then by the engine");
      assertArrayEquals(filled(64, 77), map.get(77L));
      assertArrayEquals(filled(5, 2), other.get(2L));
      Invariants.checkMaps(store);
    }
  }

  private static void join(@Nullable Thread thread) {
    try {
      assertNotNull(thread);
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Whatever is thrown at any point, the entry is there or not, and the map goes on. */
  @Test
  void aFailureAtAnyPointLeavesAllOrNothing() {
    Set<Step> met = EnumSet.noneOf(Step.class);
    for (Step step : Step.values()) {
      for (int updates : new int[] {0, 3, Spares.COUNT, Spares.COUNT + 2}) {
        if (failsAt(step, updates)) {
          met.add(step);
        }
      }
    }
    Set<Step> points =
        EnumSet.of(
            Step.LOCKED,
            Step.VERSION_MOVED,
            Step.BLOCK_TAKEN,
            Step.INTENT_SET,
            Step.REVISION_TAKEN,
            Step.BLOCK_WRITTEN,
            Step.SLOT_SWUNG,
            Step.COUNTED,
            Step.INTENT_CLEARED);
    assertEquals(points, met);
  }

  private boolean failsAt(Step point, int updates) {
    var failed = new AtomicBoolean();
    try (Store store = Stores.open(folder.resolve(point + "-" + updates))) {
      StoreMap<Long, byte[]> map = used(store, 64);
      for (int i = 0; i < updates; i++) {
        map.put(1L, filled(64, 50 + i));
      }
      byte[] other = map.get(1L);
      Step.hook(step -> {
        if (step == point && failed.compareAndSet(false, true)) {
          throw new IllegalCallerException("a failure of a test");
        }
      });
      byte[] value = filled(64, 99);
      try {
        map.put(2L, value);
        assertFalse(failed.get(), "a failure at " + point + " was told");
      } catch (IllegalCallerException e) {
        assertTrue(failed.get());
      }
      Step.hook(null);
      byte[] after = map.get(2L);
      assertTrue(
          Arrays.equals(after, value) || (failed.get() && after == null),
          "all or nothing after a failure at " + point);
      assertEquals(after == null ? 1 : 2, map.size(), "size after a failure at " + point);
      map.put(2L, filled(64, 100));
      assertArrayEquals(filled(64, 100), map.get(2L));
      assertArrayEquals(other, map.get(1L));
      Invariants.checkMaps(store);
    }
    return failed.get();
  }

  /** With keys that come and go, among others, in a table whose lines become full. */
  @Test
  void inAnyOrderWithOthersTheMapIsAsAHashMap() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    Map<Long, byte[]> model = new HashMap<>();
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      for (int i = 0; i < 60_000; i++) {
        long key = random.nextInt(800);
        if (random.nextInt(2) == 0) {
          map.remove(key);
          model.remove(key);
        } else {
          byte[] value = new byte[random.nextInt(9) > 0 ? 64 : LENGTHS[random.nextInt(12)]];
          random.nextBytes(value);
          map.put(key, value);
          model.put(key, value);
        }
        long looked = random.nextInt(800);
        assertArrayEquals(model.get(looked), map.get(looked));
      }
      assertEquals(model.size(), map.size());
      Invariants.checkMaps(store);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  /** Threads that insert and remove the same keys: none comes in twice, and none is lost. */
  @Test
  void threadsTogetherInsertEachKeyOnce() throws InterruptedException {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      var failure = new AtomicReference<@Nullable Throwable>();
      int rounds = 30;
      int keys = 500;
      for (int round = 0; round < rounds; round++) {
        var begin = new CountDownLatch(1);
        var threads = new ArrayList<Thread>();
        for (int writer = 0; writer < 3; writer++) {
          int with = writer;
          threads.add(
              Thread.ofPlatform()
                  .start(() -> {
                    try {
                      begin.await();
                      for (long key = 0; key < keys; key++) {
                        map.put(key, filled(64, with));
                      }
                    } catch (Throwable e) {
                      failure.compareAndSet(null, e);
                    }
                  }));
        }
        begin.countDown();
        for (Thread thread : threads) {
          thread.join();
        }
        if (failure.get() != null) {
          throw new AssertionError(failure.get());
        }
        assertEquals(keys, map.size());
        for (long key = 0; key < keys; key++) {
          byte[] value = map.get(key);
          assertNotNull(value);
          assertArrayEquals(filled(64, value[0]), value);
        }
        Invariants.checkMaps(store);
        for (long key = round % 2; key < keys; key += 2) {
          map.remove(key);
        }
        map.removeAll(List.of(0L, 1L));
      }
    }
  }
}
