package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls with several keys do what single calls in the same order do, also with runs. */
class SeveralKeysTest {
  private static final MapOptions<Long, Long> COMPACT =
      MapOptions.of(Codecs.longs(), Codecs.longs()).compact();
  private static final MapOptions<Long, byte[]> PRESENT =
      MapOptions.of(Codecs.longs(), new FixedBytes(0)).withSegments(4).compact();
  private static final byte[] NOTHING = {};

  @TempDir Path folder;

  @Test
  void doesWhatAHeapMapDoes() {
    for (int segments : new int[] {0, 1, 4, 256}) {
      compareWithHeapMap(segments);
    }
  }

  private void compareWithHeapMap(int segments) {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    MapOptions<Long, Long> options =
        segments == 0
            ? MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4)
            : COMPACT.withSegments(segments);
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a" + segments, options);
      Batch<Long, Long> batch = map.batch();
      var model = new HashMap<Long, Long>();
      for (int round = 0; round < 400; round++) {
        List<Long> keys = keys(random);
        long value = random.nextLong();
        switch (random.nextInt(3)) {
          case 0 -> {
            Map<Long, Long> entries = new LinkedHashMap<>();
            keys.forEach(key -> entries.put(key, value + key));
            if (random.nextBoolean()) {
              map.putAll(entries);
            } else {
              batch.clear();
              entries.forEach(batch::add);
              batch.put();
            }
            model.putAll(entries);
          }
          case 1 -> {
            long absent = keys.stream().filter(k -> model.putIfAbsent(k, value) == null).count();
            assertEquals(absent, map.putAllIfAbsent(keys, value));
          }
          default -> {
            long there = keys.stream().filter(k -> model.remove(k) != null).count();
            assertEquals(there, map.removeAll(keys));
          }
        }
        assertEquals(model.size(), map.size());
      }
      var content = new HashMap<Long, Long>();
      map.forEach(content::put);
      assertEquals(model, content);
      Invariants.check(store);
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
    assertTrue(Stores.check(folder).isClean());
  }

  /** Keys of a call, some of them twice. */
  private static List<Long> keys(Random random) {
    List<Long> keys = new ArrayList<>();
    for (int i = random.nextInt(1 + random.nextInt(200)); i >= 0; i--) {
      keys.add((long) random.nextInt(1 << random.nextInt(1, 13)));
    }
    return keys;
  }

  @Test
  void everyChangeHasItsRecordInTheOrderOfTheCall() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", COMPACT);
      map.put(3L, 0L);
      long from = store.revision();
      Map<Long, Long> entries = new LinkedHashMap<>();
      for (long key = 100; key > 0; key--) {
        entries.put(key, -key);
      }
      map.putAll(entries);
      List<Long> told = new ArrayList<>();
      List<Long> revisions = new ArrayList<>(List.of(from));
      ChangeHandler handler =
          change -> {
            told.add(map.key(change));
            assertEquals(Objects.requireNonNull(map.newValue(change)), -map.key(change));
            assertEquals(map.key(change) == 3 ? 0L : null, map.oldValue(change));
            assertTrue(change.isLast());
            assertTrue(change.revision() > revisions.getLast());
            revisions.add(change.revision());
            return true;
          };
      Tailer tailer = store.tailer(from);
      while (tailer.poll(handler, 7) > 0) {
        // there may be more
      }
      assertEquals(new ArrayList<>(entries.keySet()), told);
    }
  }

  @Test
  void manyAtATimeDoWhatAHeapMapDoes() {
    for (int segments : new int[] {1, 16, 256, 2048}) {
      changeMany(segments);
    }
  }

  private void changeMany(int segments) {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    try (Store store = Stores.open(folder.resolve("store" + segments))) {
      StoreMap<Long, Long> map = store.map("/maps/a", COMPACT.withSegments(segments));
      var model = new HashMap<Long, Long>();
      for (int round = 0; round < 24; round++) {
        if (round == 16) {
          assertEquals(0, store.tailer(store.revision()).poll(_ -> true, 1)); // the log begins
        }
        List<Long> keys =
            random.longs(random.nextInt(3 * CompactStage.CHANGES_MAX), 0, 4_000).boxed().toList();
        long value = round;
        Map<Long, Long> entries = new LinkedHashMap<>();
        keys.forEach(key -> entries.put(key, key + value));
        switch (round % 4) {
          case 0, 1 -> map.putAll(entries);
          case 2 -> {
            long there = keys.stream().filter(k -> model.remove(k) != null).count();
            assertEquals(there, map.removeAll(keys));
          }
          default -> {
            long absent = keys.stream().filter(k -> model.putIfAbsent(k, value) == null).count();
            assertEquals(absent, map.putAllIfAbsent(keys, value));
          }
        }
        if (round % 4 < 2) {
          model.putAll(entries);
        }
        var content = new HashMap<Long, Long>();
        map.forEach(content::put);
        assertEquals(model, content);
      }
      Invariants.check(store);
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed + ", " + segments + " segments", e);
    }
  }

  @Test
  void whatIsNotChangedTakesNoRevision() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", COMPACT);
      List<Long> keys = LongStream.range(0, 3_000).boxed().toList();
      UnloggedRevisions unlogged = ((MappedStore) store).log().unlogged;
      assertEquals(3_000, map.putAllIfAbsent(keys, 1L));
      long newest = unlogged.newest();
      assertEquals(3_000 * UnloggedRevisions.STEP, newest);
      assertEquals(0, map.putAllIfAbsent(keys, 2L));
      assertEquals(0, map.removeAll(keys.stream().map(key -> -1 - key).toList()));
      assertEquals(newest, unlogged.newest());
      assertEquals(3_000, map.removeAll(keys));
      assertEquals(2 * newest, unlogged.newest());
    }
  }

  /**
   * Who walks over a map at a revision waits for intents, see {@link MappedSnapshot}: so there is
   * one as long as a revision is taken whose change is not made.
   */
  @Test
  void noRevisionIsTakenWithoutAnIntentUntilItsChangeIsMade() {
    try (Store store = Stores.open(folder)) {
      var map = (MappedMap<Long, Long>) store.map("/maps/a", COMPACT.withSegments(4));
      UnloggedRevisions unlogged = ((MappedStore) store).log().unlogged;
      var most = new AtomicLong();
      Step.hook(step -> {
        long pending = unlogged.newest() / UnloggedRevisions.STEP - map.size();
        most.accumulateAndGet(pending, Math::max);
        assertTrue(pending <= 0 || hasIntent(map.engine()), pending + " pending at " + step);
      });
      try {
        assertEquals(100, map.putAllIfAbsent(LongStream.range(0, 100).boxed().toList(), 1L));
        map.putAll(
            LongStream.range(100, 200).boxed().collect(Collectors.toMap(key -> key, key -> key)));
      } finally {
        Step.hook(null);
      }
      assertTrue(most.get() > 2, "at most " + most + " were pending at once");
    }
  }

  private static boolean hasIntent(MapEngine engine) {
    MemorySegment memory = engine.file.memory();
    return IntStream.range(0, engine.file.segments)
        .mapToLong(engine.file::segmentAt)
        .anyMatch(at -> Memory.get(memory, at + SegmentLayout.INTENT_SLOT) != 0);
  }

  @Test
  void theLastOneOfAKeyStays() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", COMPACT);
      Batch<Long, Long> batch = map.batch();
      for (long i = 0; i < 2_000; i++) {
        batch.add(i % 7, i);
      }
      batch.put();
      for (long key = 0; key < 7; key++) {
        assertEquals(1_999 - (1_999 - key) % 7, map.get(key));
      }
    }
  }

  @Test
  void whatComesBeforeAFailureIsSet() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", COMPACT);
      Map<Long, Long> entries = new LinkedHashMap<>();
      entries.put(1L, 1L);
      entries.put(2L, 2L);
      entries.put(null, 3L);
      assertThrows(NullPointerException.class, () -> map.putAll(entries));
      assertThrows(NullPointerException.class, () -> map.removeAll(Arrays.asList(1L, null)));
      assertEquals(1, map.size());
      assertEquals(2L, map.get(2L));
      Invariants.check(store);
    }
  }

  @Test
  void valuesOfNoBytesMayBeCompact(@TempDir Path backup) {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", PRESENT);
      for (long key = 0; key < 2_000; key++) {
        assertEquals(1, map.putAllIfAbsent(List.of(key), NOTHING));
        if (key % 2 == 0) {
          assertEquals(1, map.removeAll(List.of(key)));
        }
      }
      store.atomically(group -> {
        group.put(map, 5_000L, NOTHING);
        group.remove(map, 1L);
        group.put(map, 3L, NOTHING);
        return null;
      });
      assertArrayEquals(NOTHING, map.get(5_000L));
      store.compact("/maps/a");
      assertEquals(1_000, map.size());
      Invariants.check(store);
      store.snapshot(backup);
    }
    assertTrue(Stores.check(folder).isClean());
    try (Store copy = Stores.open(backup)) {
      assertEquals(1_000, copy.map("/maps/a", PRESENT).size());
      Invariants.check(copy);
    }
  }

  @Test
  void severalThreadsMakeOneOrder() throws InterruptedException {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", COMPACT.withSegments(16));
      var failure = new AtomicReference<Throwable>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        var random = new Random(i);
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    change(map, random);
                  } catch (Throwable e) {
                    failure.set(e);
                  }
                }));
      }
      store.revision(); // the log begins, while they are at work
      for (Thread thread : threads) {
        thread.join();
      }
      if (failure.get() != null) {
        throw new AssertionError(failure.get());
      }
      assertNotEquals(0, map.size());
      Invariants.check(store); // the log, read from its beginning, gives the map
    }
    assertTrue(Stores.check(folder).isClean());
  }

  private static void change(StoreMap<Long, Long> map, Random random) {
    for (int round = 0; round < 300; round++) {
      List<Long> keys = keys(random);
      Map<Long, Long> entries = new LinkedHashMap<>();
      keys.forEach(key -> entries.put(key, random.nextLong()));
      map.putAll(entries);
      map.removeAll(keys.subList(0, keys.size() / 2));
      map.putAllIfAbsent(keys, 1L);
      map.put(random.nextLong(100), 1L);
    }
  }
}
