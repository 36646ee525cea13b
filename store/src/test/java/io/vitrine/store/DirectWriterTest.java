package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates in the usual case do what all others do, and leave to them whatever is not usual. */
class DirectWriterTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  /** Lengths at the borders of words, of the chain of checksums and of what is kept as a spare. */
  private static final int[] LENGTHS = {
    0, 1, 7, 8, 9, 63, 64, 65, 111, 112, 113, 119, 120, 121, 128, 200, 487, 488, 489, 4_000
  };

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
    return assertNotNull2(writer).put(key, value, new Sighting());
  }

  private static <T> T assertNotNull2(@Nullable T value) {
    assertNotNull(value);
    return value;
  }

  private static byte[] filled(int length, int with) {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) with);
    return value;
  }

  /** A map whose segment has spare blocks for values of a length, with an entry of key 1. */
  private static StoreMap<Long, byte[]> used(Store store, int length) {
    StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
    for (int i = 0; i <= 2 * Spares.COUNT; i++) {
      map.put(1L, filled(length, i));
    }
    return map;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8, 64, 65, 112, 121, 400})
  void anUpdateOfTheSameLengthIsTheUsualCase(int length) {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, length);
      for (int i = 0; i < 5 * Spares.COUNT; i++) {
        byte[] value = filled(length, 3 * i);
        assertTrue(putDirectly(map, 1, value), "update " + i);
        assertArrayEquals(value, map.get(1L));
      }
      assertEquals(1, map.size());
      Invariants.checkMaps(store);
    }
  }

  /** A segment that has fewer free blocks than it would keep as spares goes round with these. */
  @Test
  void aSegmentWithFewFreeBlocksHasTheUsualCase() {
    for (int free = 1; free < Spares.COUNT; free++) {
      try (Store store = Stores.open(folder.resolve("few-" + free))) {
        StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
        MapEngine engine = engine(map);
        long keys = 1;
        map.put(0L, filled(64, 0));
        while (freeBlocks(engine) != free) {
          map.put(keys++, filled(64, 0));
        }
        for (long i = 0; i < 3 * keys; i++) { // takes the free blocks, one by one
          map.put(i % keys, filled(64, 1));
        }
        assertEquals(0, freeBlocks(engine));
        failAsTheVersionMoves(map, keys);
        for (long i = 0; i < 5 * keys; i++) {
          byte[] value = filled(64, (int) (2 + i));
          assertTrue(putDirectly(map, i % keys, value), free + " free, update " + i);
          assertArrayEquals(value, map.get(i % keys));
          assertEquals(1, map.size() / keys);
        }
        Invariants.checkMaps(store);
        long counts = Memory.get(engine.file.memory(), spares(engine));
        assertEquals(free, Spares.ready(counts) + Spares.waiting(counts));
        map.remove(0L); // all of them are free then
        assertEquals(free + 1, freeBlocks(engine));
        Invariants.checkMaps(store);
      }
    }
  }

  /** A failure before the spare blocks are made ready, early where few are free. */
  private static void failAsTheVersionMoves(StoreMap<Long, byte[]> map, long keys) {
    var failed = new AtomicBoolean();
    Step.hook(step -> {
      if (step == Step.VERSION_MOVED && failed.compareAndSet(false, true)) {
        throw new IllegalCallerException("a failure of a test");
      }
    });
    for (long i = 0; i < 2 * Spares.COUNT; i++) {
      long key = i % keys;
      byte[] before = map.get(key);
      try {
        map.put(key, filled(64, 77));
      } catch (IllegalCallerException e) {
        assertArrayEquals(before, map.get(key), "update " + i);
      }
    }
    assertTrue(failed.get());
    Step.hook(null);
    for (long i = 0; i < 2 * keys; i++) {
      map.put(i % keys, filled(64, 78));
    }
  }

  private static long spares(MapEngine engine) {
    return engine.file.segmentAt(0) + SegmentLayout.SPARES;
  }

  /** How many blocks of 64-byte values the list of free ones has. */
  private static int freeBlocks(MapEngine engine) {
    MemorySegment memory = engine.file.memory();
    int sizeClass = SizeClass.of(BlockLayout.KEY + Long.BYTES + 64);
    int count = 0;
    long at = engine.file.segmentAt(0) + SegmentLayout.FREE + 8L * sizeClass;
    for (long next = Memory.get(memory, at); next != 0; next = Memory.get(memory, next)) {
      count++;
    }
    return count;
  }

  @Test
  void whatDiesBeforeTheSparesAreCountedAnewChangesNothing() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      MapEngine engine = engine(map);
      MemorySegment memory = engine.file.memory();
      for (int waiting = 1; waiting < Spares.COUNT; waiting++) {
        map.put(1L, filled(64, 1));
        map.remove(1L);
        map.put(1L, filled(64, 0));
        for (int i = 1; i <= waiting; i++) {
          map.put(1L, filled(64, i));
        }
        long counts = Memory.get(memory, spares(engine));
        assertEquals(Spares.counts(0, waiting), counts);
        var before = new ArrayList<Long>();
        for (int place = Spares.COUNT - waiting + 1; place <= Spares.COUNT; place++) {
          before.add(Memory.get(memory, Spares.placeAt(engine.file.segmentAt(0), place)));
        }
        int ready = Spares.makeReady(memory, engine.file.segmentAt(0), waiting);
        assertEquals(waiting, ready);
        var after = new ArrayList<Long>();
        for (int place = 1; place <= ready; place++) {
          after.add(Memory.get(memory, Spares.placeAt(engine.file.segmentAt(0), place)));
        }
        assertEquals(Set.copyOf(before), Set.copyOf(after));
        Invariants.checkMaps(store);
        Memory.set(memory, spares(engine), counts); // as if it had not come to that
        for (int i = 0; i < waiting; i++) {
          int place = Spares.COUNT - i;
          long spare = Memory.get(memory, Spares.placeAt(engine.file.segmentAt(0), place));
          assertEquals(before.get(before.size() - 1 - i), spare, "place " + place);
        }
        Invariants.checkMaps(store);
      }
    }
  }

  /** Also of keys whose slots are not in their home lines. */
  @Test
  void nearlyAllEntriesOfAFullTableHaveTheUsualCase() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      long keys = 2_000;
      for (long key = 0; key < keys; key++) {
        map.put(key, filled(64, 0));
      }
      for (int i = 0; i <= 2 * Spares.COUNT; i++) {
        map.put(1L, filled(64, i));
      }
      long direct = 0;
      for (long key = 0; key < keys; key++) {
        byte[] value = filled(64, (int) key);
        if (putDirectly(map, key, value)) {
          assertArrayEquals(value, map.get(key));
          direct++;
        }
      }
      assertTrue(direct >= keys * 97 / 100, direct + " of " + keys);
      Invariants.checkMaps(store);
    }
  }

  @Test
  void whatIsNotUsualChangesNothing() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      byte[] before = map.get(1L);
      assertFalse(putDirectly(map, 1, filled(63, 1)), "another length in the same block");
      assertFalse(putDirectly(map, 1, filled(600, 1)), "a block that is no spare one later");
      map.put(3L, filled(64, 3), Duration.ofHours(1));
      assertFalse(putDirectly(map, 3, filled(64, 1)), "a value that becomes void");
      assertArrayEquals(before, map.get(1L));
      assertArrayEquals(filled(64, 3), map.get(3L));
      map.remove(1L);
      assertTrue(putDirectly(map, 1, before), "a key that was removed is not there");
      assertFalse(putDirectly(map, 1, before), "no spare block");
      Invariants.checkMaps(store);
    }
  }

  @Test
  void aMapThatIsLoggedHasNoUsualCase() {
    try (Store store = Stores.open(folder, Logged.OPTIONS)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      assertFalse(putDirectly(map, 1, filled(64, 1)));
    }
  }

  /** Its locks may be those of who died while dropping it, and there is nothing to put in order. */
  @Test
  void aMapThatAnotherDroppedIsNotLocked() {
    try (Store store = Stores.open(folder);
        Store other = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      other.drop("/maps/a");
      Set<Step> met = EnumSet.noneOf(Step.class);
      Step.hook(met::add);
      assertThrows(MapDroppedException.class, () -> map.put(1L, filled(64, 1)));
      assertEquals(Set.of(), met);
    }
  }

  /** Who closes the store waits for each segment once, and then unmaps it. */
  @Test
  void aMapWhoseStoreIsBeingClosedIsNotLocked() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      engine(map).end();
      Set<Step> met = EnumSet.noneOf(Step.class);
      Step.hook(met::add);
      assertThrows(IllegalStateException.class, () -> map.put(1L, filled(64, 1)));
      assertEquals(Set.of(), met);
    }
  }

  @Test
  void aMapThatGoesBeforeItsLockIsTakenIsNotChanged() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      MapEngine engine = engine(map);
      var seen = new Sighting();
      assertTrue(seen.look(engine.file, engine.file.memory(), 1, 64));
      Step.hook(step -> {
        if (step == Step.LOCKED) {
          engine.end();
        }
      });
      assertThrows(IllegalStateException.class, () -> putDirectly(map, 1, filled(64, 1)));
      assertTrue(seen.isStillSo(engine.file.memory()));
    }
  }

  @Test
  void whoReadsOnlyIsToldSo() {
    try (Store store = Stores.open(folder)) {
      used(store, 64);
    }
    try (Store store = Stores.openReadOnly(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      Throwable told =
          assertThrows(UnsupportedOperationException.class, () -> map.put(1L, filled(64, 1)));
      assertTrue(String.valueOf(told.getMessage()).contains("cannot be changed"), told::toString);
    }
  }

  /** A lock that the thread can neither give back nor leave goes by another one. */
  @Test
  void aLockThatCannotEvenBeLeftIsGivenBack() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      MapFile file = engine(map).file;
      long writer = Thread.currentThread().threadId();
      Set<Step> failing = EnumSet.of(Step.SLOT_SWUNG, Step.MENDING, Step.ABANDONING);
      Step.hook(step -> {
        if (Thread.currentThread().threadId() == writer && failing.contains(step)) {
          throw new IllegalCallerException("a failure of a test");
        }
      });
      assertThrows(IllegalCallerException.class, () -> map.put(1L, filled(64, 99)));
      Step.hook(null);
      long begin = System.nanoTime();
      while (Memory.getVolatile(file.memory(), file.segmentAt(0) + SegmentLayout.LOCK) != 0) {
        assertTrue(System.nanoTime() - begin < 30_000_000_000L, "a lock that stays");
        LockSupport.parkNanos(1_000_000);
      }
      assertArrayEquals(filled(64, 99), map.get(1L));
      map.put(1L, filled(64, 100));
      Invariants.checkMaps(store);
    }
  }

  @Test
  void aDamagedBlockIsToldAsByAllOthers() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      MapEngine engine = engine(map);
      var seen = new Sighting();
      assertTrue(seen.look(engine.file, engine.file.memory(), 1, 64));
      long at = seen.block() + BlockLayout.KEY + Long.BYTES + 40;
      long word = Memory.get(engine.file.memory(), at);
      Memory.set(engine.file.memory(), at, word ^ 1);
      assertFalse(putDirectly(map, 1, filled(64, 1)));
      assertThrows(CorruptStoreException.class, () -> map.put(1L, filled(64, 1)));
      Memory.set(engine.file.memory(), at, word);
      map.put(1L, filled(64, 1));
      Invariants.checkMaps(store);
    }
  }

  /** What was seen before the lock counts for nothing once another change came between. */
  @Test
  void aChangeAmidItIsNotOverwrittenUnseen() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      MapEngine engine = engine(map);
      var seen = new Sighting();
      assertTrue(seen.look(engine.file, engine.file.memory(), 1, 64));
      assertTrue(seen.isStillSo(engine.file.memory()));
      for (int i = 0; i < 40; i++) { // comes back to the same block, too
        map.put(1L, filled(64, i));
        assertFalse(seen.isStillSo(engine.file.memory()), "after change " + i);
      }
      assertTrue(seen.look(engine.file, engine.file.memory(), 1, 64));
      for (long key = 2; key < 400; key++) { // the table grows
        map.put(key, new byte[3]);
      }
      assertFalse(seen.isStillSo(engine.file.memory()), "in another table");
    }
  }

  /** Each word by which it is told, also where nothing but damage can have changed it. */
  @Test
  void eachWordThatWasSeenIsAskedForOnceMore() {
    try (Store store = Stores.open(folder)) {
      MapFile file = engine(used(store, 64)).file;
      MemorySegment memory = file.memory();
      var seen = new Sighting();
      assertTrue(seen.look(file, memory, 1, 64));
      long[] places = {
        seen.segmentAt() + SegmentLayout.TABLE,
        seen.slot(),
        seen.block() + BlockLayout.REVISION,
        seen.block() + BlockLayout.LENGTHS,
        seen.block() + BlockLayout.KEY
      };
      for (long place : places) {
        long word = Memory.get(memory, place);
        Memory.set(memory, place, word ^ 1L << 63);
        assertFalse(seen.isStillSo(memory), "word at " + place);
        Memory.set(memory, place, word);
        assertTrue(seen.isStillSo(memory));
      }
      assertFalse(seen.isStillSo(memory.asSlice(0, memory.byteSize() - 8)), "another mapping");
      MemorySegment same = memory.asSlice(0);
      assertTrue(seen.isStillSo(same), "at the same place");
      assertSame(same, seen.memory(), "the one that is not closed");
    }
  }

  /** Damage in what an update has to do with is told, and nothing is changed. */
  @ParameterizedTest
  @ValueSource(strings = {"slot", "revision", "lengths", "value", "counts", "spare"})
  void damageIsToldAsByAllOthers(String what) {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      byte[] before = map.get(1L);
      MapFile file = engine(map).file;
      var seen = new Sighting();
      assertTrue(seen.look(file, file.memory(), 1, 64));
      long counts = seen.segmentAt() + SegmentLayout.SPARES;
      int ready = Spares.available(Memory.get(file.memory(), counts));
      assertTrue(ready > 0);
      long place =
          switch (what) {
            case "slot" -> seen.slot();
            case "revision" -> seen.block() + BlockLayout.REVISION;
            case "lengths" -> seen.block() + BlockLayout.LENGTHS;
            case "value" -> seen.block() + BlockLayout.KEY + 2 * Long.BYTES;
            case "counts" -> counts;
            default -> Spares.placeAt(seen.segmentAt(), ready);
          };
      long word = Memory.get(file.memory(), place);
      long bit = what.equals("spare") ? 1L << 60 : 1L << 40; // of the parity or a check
      Memory.set(file.memory(), place, word ^ bit);
      assertFalse(putDirectly(map, 1, filled(64, 1)));
      assertEquals(word ^ bit, Memory.get(file.memory(), place));
      assertThrows(CorruptStoreException.class, () -> map.put(1L, filled(64, 1)));
      if (!what.equals("counts") && !what.equals("spare")) { // those are made anew
        Memory.set(file.memory(), place, word);
      }
      assertArrayEquals(before, map.get(1L));
      map.put(1L, filled(64, 1));
      Invariants.checkMaps(store);
    }
  }

  /** A spare block where none can be, though its word is whole, is written to by nobody. */
  @Test
  void aSpareBlockThatIsNoneIsTold() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      MapFile file = engine(map).file;
      MemorySegment memory = file.memory();
      long at = file.segmentAt(0);
      int ready = Spares.available(Memory.get(memory, at + SegmentLayout.SPARES));
      long place = Spares.placeAt(at, ready);
      long word = Memory.get(memory, place);
      int sizeClass = Spares.sizeClass(word);
      for (long block : new long[] {64, file.segmentsAt - 8, memory.byteSize() - 16, 1L << 41}) {
        Memory.set(memory, place, Spares.of(block, sizeClass));
        assertFalse(putDirectly(map, 1, filled(64, 1)), "spare block at " + block);
      }
      Memory.set(memory, place, Spares.of(Spares.block(word), sizeClass - 1));
      assertFalse(putDirectly(map, 1, filled(64, 1)), "too small a block");
      Memory.set(memory, place, word);
      assertTrue(putDirectly(map, 1, filled(64, 1)));
      Invariants.checkMaps(store);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void whereTheLogBeginsAmidItTheLogTellsOfIt(int round) {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      for (int i = 0; i < round; i++) { // in one of them the version moves
        map.put(1L, filled(64, i));
      }
      StoreMap<Long, byte[]> other = store.map("/maps/b", OPTIONS); // whose blocks are its own
      MapFile file = engine(map).file;
      var beginner = new AtomicReference<Thread>();
      long writer = Thread.currentThread().threadId();
      Step.hook(step -> {
        if (step == Step.LOCKED && Thread.currentThread().threadId() == writer) {
          MemorySegment memory = file.memory();
          long at = file.segmentAt(0);
          assertEquals(0, Memory.get(memory, at + SegmentLayout.INTENT_SLOT), "unfinished change");
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
      map.put(1L, filled(64, 77));
      Step.hook(null);
      join(beginner.get());
      assertArrayEquals(filled(64, 77), map.get(1L));
      assertArrayEquals(filled(5, 2), other.get(2L));
      Invariants.checkMaps(store);
    }
  }

  private static void join(@Nullable Thread thread) {
    try {
      assertNotNull2(thread).join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Whatever is thrown at any point, the entry is old or new, and the map goes on. */
  @Test
  void aFailureAtAnyPointLeavesOldOrNew() {
    Set<Step> met = EnumSet.noneOf(Step.class);
    for (Step step : Step.values()) {
      for (int round = 0; round <= Spares.COUNT; round++) {
        if (failsAt(step, round)) {
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
            Step.INTENT_CLEARED,
            Step.BLOCK_FREED);
    assertEquals(points, met);
  }

  private boolean failsAt(Step point, int round) {
    var failed = new AtomicBoolean();
    try (Store store = Stores.open(folder.resolve(point + "-" + round))) {
      StoreMap<Long, byte[]> map = used(store, 64);
      for (int i = 0; i < round; i++) {
        map.put(1L, filled(64, 50 + i));
      }
      byte[] before = map.get(1L);
      Step.hook(step -> {
        if (step == point && failed.compareAndSet(false, true)) {
          throw new IllegalCallerException("a failure of a test");
        }
      });
      byte[] next = filled(64, 99);
      try {
        map.put(1L, next);
        assertFalse(failed.get(), "a failure at " + point + " was told");
      } catch (IllegalCallerException e) {
        assertTrue(failed.get());
      }
      Step.hook(null);
      byte[] after = map.get(1L);
      assertTrue(
          Arrays.equals(after, next) || (failed.get() && Arrays.equals(after, before)),
          "old or new after a failure at " + point);
      assertTrue(map.size() == 1, "size after a failure at " + point);
      map.put(1L, filled(64, 100));
      assertArrayEquals(filled(64, 100), map.get(1L));
      Invariants.checkMaps(store);
    }
    return failed.get();
  }

  @Test
  void inAnyOrderWithOthersTheMapIsAsAHashMap() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    Map<Long, byte[]> model = new HashMap<>();
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      for (int i = 0; i < 60_000; i++) {
        long key = random.nextInt(60);
        if (random.nextInt(20) == 0) {
          map.remove(key);
          model.remove(key);
          continue;
        }
        byte[] old = model.get(key);
        int length =
            old != null && random.nextInt(4) > 0
                ? old.length
                : LENGTHS[random.nextInt(LENGTHS.length)];
        byte[] value = new byte[length];
        random.nextBytes(value);
        map.put(key, value);
        model.put(key, value);
        long looked = random.nextInt(60);
        assertArrayEquals(model.get(looked), map.get(looked));
      }
      assertEquals(model.size(), map.size());
      Invariants.checkMaps(store);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  /** An array that another thread changes meanwhile gives one or the other byte, and no damage. */
  @ParameterizedTest
  @ValueSource(ints = {61, 64, 200})
  void anArrayThatChangesMeanwhileIsNoDamage(int length) throws InterruptedException {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, length);
      byte[] value = filled(length, 1);
      var ended = new AtomicBoolean();
      Thread changer =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; !ended.get(); i++) {
                  Arrays.fill(value, (byte) i);
                }
              });
      try {
        for (int i = 0; i < 30_000; i++) {
          map.put(1L, value);
          assertEquals(length, map.get(1L).length);
        }
      } finally {
        ended.set(true);
        changer.join();
      }
      Invariants.checkMaps(store);
    }
  }

  /** Writers of one entry and of its neighbours, each of whose values is of one kind of bytes. */
  @Test
  void threadsTogetherTearNothing() throws InterruptedException {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = used(store, 64);
      var failure = new AtomicReference<Throwable>();
      Thread[] writers = new Thread[3];
      for (int w = 0; w < writers.length; w++) {
        int writer = w;
        writers[w] =
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    writeMany(map, writer);
                  } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                  }
                });
      }
      for (Thread writer : writers) {
        writer.join();
      }
      if (failure.get() != null) {
        throw new AssertionError(failure.get());
      }
      assertEquals(4, map.size());
      Invariants.checkMaps(store);
    }
  }

  private static void writeMany(StoreMap<Long, byte[]> map, int writer) {
    long own = 10 + writer;
    for (int i = 0; i < 40_000; i++) {
      map.put(1L, filled(64, i));
      map.put(own, filled(64 + (i >> 10 & 1), i));
      byte[] shared = map.get(1L);
      assertArrayEquals(filled(64, shared[0]), shared);
      assertArrayEquals(filled(64 + (i >> 10 & 1), i), map.get(own));
    }
  }
}
