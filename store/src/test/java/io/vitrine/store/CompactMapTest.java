package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maps whose entries lie in the bucket table, of every size of entries, against a heap map. */
class CompactMapTest {
  @TempDir Path folder;

  private static <K, V> void behaves(
      MapOptions<K, V> options, LongFunction<K> keys, LongFunction<V> values) {
    long seed = new Random().nextLong();
    try (Store store = Logged.inMemory()) {
      StoreMap<K, V> map = store.map("/maps/a", options.withSegments(4).compact());
      assertTrue(map.options().isCompact());
      Map<K, V> model = new HashMap<>();
      var random = new Random(seed);
      for (int i = 0; i < 60_000; i++) {
        K key = keys.apply(random.nextInt(1 << random.nextInt(15)));
        V value = values.apply(random.nextInt());
        change(map, model, random, key, value, values);
        assertEquals(model.get(key), map.get(key));
        assertEquals(model.containsKey(key), map.containsKey(key));
        if (i % 10_000 == 0) {
          assertSame(model, map);
          Invariants.check(store);
        }
      }
      assertSame(model, map);
      assertEquals(model, map.getAll(model.keySet()));
      Invariants.check(store);
      map.clear();
      assertSame(Map.of(), map);
      Invariants.check(store);
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed + ", " + options, e);
    }
  }

  private static <K, V> void change(
      StoreMap<K, V> map, Map<K, V> model, Random random, K key, V value, LongFunction<V> values) {
    switch (random.nextInt(11)) {
      case 0 -> assertEquals(model.remove(key) != null, map.remove(key));
      case 1 -> assertEquals(model.remove(key), map.getAndRemove(key));
      case 2 -> assertEquals(model.putIfAbsent(key, value), map.putIfAbsent(key, value));
      case 3 -> assertEquals(model.replace(key, value), map.replace(key, value));
      case 4 -> {
        V old = random.nextBoolean() ? model.getOrDefault(key, value) : values.apply(1);
        assertEquals(model.replace(key, old, value), map.replace(key, old, value));
      }
      case 5 -> assertEquals(model.put(key, value), map.getAndPut(key, value));
      case 6 ->
          assertEquals(
              model.compute(key, (k, v) -> v == null ? value : random(value) ? null : value),
              map.<V>syncUpdate(
                  key, v -> v == null ? value : random(value) ? null : value, v -> v));
      case 7 -> {
        Versioned<V> now = map.getVersioned(key);
        assertTrue(map.compareAndSet(key, now == null ? 0 : now.revision(), value));
        assertFalse(map.compareAndSet(key, now == null ? 0 : now.revision(), values.apply(5)));
        model.put(key, value);
      }
      case 8 -> {
        map.putAll(Map.of(key, value));
        model.put(key, value);
      }
      default -> {
        map.put(key, value);
        model.put(key, value);
      }
    }
  }

  private static boolean random(Object value) {
    return (value.hashCode() & 3) == 0;
  }

  private static <K, V> void assertSame(Map<K, V> model, StoreMap<K, V> map) {
    assertEquals(model.size(), map.size());
    var seen = new HashMap<K, V>();
    map.forEach((k, v) -> assertNull(seen.put(k, v), String.valueOf(k)));
    assertEquals(model, seen);
    var snapshot = new HashMap<K, V>();
    Snapshot<K, V> walk = map.snapshot();
    while (walk.next((k, v, r) -> assertNull(snapshot.put(k, v), String.valueOf(k)), 100)) {
      // the snapshot does the work
    }
    assertEquals(model, snapshot);
  }

  @Test
  void behavesAsAHeapMapWhateverTheSizeOfTheEntries() {
    behaves(MapOptions.of(Codecs.longs(), Codecs.longs()), i -> i, i -> i);
    behaves(MapOptions.of(Codecs.ints(), Codecs.shorts()), i -> (int) i, i -> (short) i);
    behaves(MapOptions.of(Codecs.shorts(), Codecs.booleans()), i -> (short) i, i -> i % 2 == 0);
    behaves(
        MapOptions.of(Codecs.longs(), Codecs.uuids()), i -> i * 31, i -> new UUID(i, 7 * i + 1));
    behaves(
        MapOptions.of(Codecs.uuids(), Codecs.uuids()), i -> new UUID(1, i), i -> new UUID(i, i));
    behaves(
        MapOptions.of(Codecs.instants(), Codecs.doubles()),
        i -> Instant.ofEpochSecond(i, i & 0xFFFF),
        i -> (double) i);
  }

  record Five(long a, long b, long c, long d, long e) {
    static Five of(long n) {
      return new Five(n, ~n, 3 * n, n << 40, -n);
    }
  }

  record Eight(long a, long b, long c, long d, long e, long f, long g, long h) {
    static Eight of(long n) {
      return new Eight(n, ~n, 3 * n, n << 40, -n, n, n, 1);
    }
  }

  record Odd(long a, long b, long c, long d, long e, long f, int g, short h, boolean i) {
    static Odd of(long n) {
      return new Odd(n, ~n, 3 * n, n << 40, -n, 7, (int) n, (short) n, n % 2 == 0);
    }
  }

  @Test
  void behavesAsAHeapMapWhereLinesAreWide() {
    Codec<Five> fives = Codecs.forClass(Five.class);
    Codec<Eight> eights = Codecs.forClass(Eight.class);
    Codec<Odd> odds = Codecs.forClass(Odd.class);
    behaves(MapOptions.of(Codecs.longs(), eights), i -> i, Eight::of);
    behaves(MapOptions.of(Codecs.ints(), fives), i -> (int) i, Five::of);
    behaves(MapOptions.of(Codecs.longs(), odds), i -> i, Odd::of);
    behaves(MapOptions.of(Codecs.uuids(), fives), i -> new UUID(1, i), Five::of);
    behaves(MapOptions.of(fives, Codecs.booleans()), Five::of, i -> i % 2 == 0);
    behaves(MapOptions.of(fives, eights), Five::of, Eight::of);
  }

  @Test
  void growsFromEmptyToManyEntriesAndBack() {
    long entries = 300_000;
    try (Store store = Logged.open(folder)) {
      LongLongMap map = store.longLongMap("/maps/n");
      for (long i = 0; i < entries; i++) {
        map.put(i * i, -i);
      }
      assertEquals(entries, map.size());
      for (long i = 0; i < entries; i++) {
        assertEquals(-i, map.get(i * i, 1));
      }
      assertEquals(7, map.get(-1, 7));
      long bytes = Objects.requireNonNull(store.describe("/maps/n")).bytes();
      assertTrue(bytes <= 32 * entries, bytes + " bytes, those of the first pages included");
      for (int round = 0; round < 3; round++) { // others come and go: no further growth
        for (long i = 0; i < entries; i += 3) {
          assertTrue(map.remove(i * i));
        }
        for (long i = 0; i < entries; i += 3) {
          map.put(i * i, -i);
        }
      }
      long after = Objects.requireNonNull(store.describe("/maps/n")).bytes();
      assertTrue(after <= 1.3 * bytes, after + " bytes after churn, " + bytes + " before");
    }
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, Long> map =
          store.map("/maps/n", MapOptions.of(Codecs.longs(), Codecs.longs()));
      assertTrue(map.options().isCompact(), "the file says so");
      assertEquals(entries, map.size());
      assertEquals(-5L, map.get(25L));
      Invariants.check(store);
    }
    assertEquals(List.of(), Stores.check(folder).findings());
    try (Store store = Stores.openReadOnly(folder)) {
      LongLongMap map = store.longLongMap("/maps/n");
      assertEquals(-5L, map.get(25, 0));
      assertThrows(UnsupportedOperationException.class, () -> map.put(1, 1));
      long[] count = {0};
      map.forEach((key, value) -> count[0]++);
      assertEquals(entries, count[0]);
    }
  }

  @Test
  void numbersWithoutBoxesAreThoseOfTheBoxedMap() {
    try (Store store = Logged.inMemory()) {
      LongLongMap longs = store.longLongMap("/maps/l");
      assertEquals(5, longs.addAndGet(1, 5));
      assertEquals(Long.MIN_VALUE + 4, longs.addAndGet(1, Long.MAX_VALUE));
      assertTrue(longs.putIfAbsent(2, 0));
      assertFalse(longs.putIfAbsent(2, 1));
      assertTrue(longs.containsKey(2) && !longs.containsKey(3), "a value of 0 is a value");
      assertTrue(longs.compareAndSet(2, 0, 9));
      assertFalse(longs.compareAndSet(2, 0, 8));
      assertFalse(longs.compareAndSet(3, 0, 8));
      assertEquals(9L, longs.boxed().get(2L));
      longs.boxed().put(2L, 10L);
      assertEquals(10, longs.get(2, 0));
      LongIntMap ints = store.longIntMap("/maps/i");
      assertEquals(-7, ints.addAndGet(1, -7));
      assertThrows(ArithmeticException.class, () -> ints.addAndGet(1, Integer.MIN_VALUE));
      assertEquals(-7, ints.get(1, 0));
      assertEquals(-7, ints.boxed().get(1L));
      assertTrue(ints.compareAndSet(1, -7, Integer.MIN_VALUE));
      ints.forEach((key, value) -> assertEquals(Integer.MIN_VALUE, value));
      LongDoubleMap doubles = store.longDoubleMap("/maps/d");
      assertEquals(0.5, doubles.addAndGet(1, 0.5));
      doubles.put(2, Double.NaN);
      assertTrue(doubles.compareAndSet(2, Double.NaN, -0.0));
      assertEquals(-0.0, doubles.boxed().get(2L));
      assertTrue(doubles.remove(2));
      assertFalse(doubles.remove(2));
      assertEquals(1, doubles.size());
      Invariants.check(store);
      StoreMap<Long, Long> blocks =
          store.map("/maps/b", MapOptions.of(Codecs.longs(), Codecs.longs()));
      LongLongMap view = store.longLongMap("/maps/b");
      view.put(1, 2);
      assertEquals(5, view.addAndGet(1, 3));
      assertEquals(5L, blocks.get(1L));
      view.forEach((key, value) -> assertEquals(5, value));
      assertTrue(view.remove(1) && !view.containsKey(1));
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> MapOptions.of(Codecs.strings(), Codecs.longs()).compact());
    assertThrows(
        IllegalArgumentException.class,
        () -> MapOptions.of(Codecs.uuids(), new FixedBytes(113)).compact());
    try (Store store = Logged.inMemory()) {
      StoreMap<Long, Long> map = store.longLongMap("/maps/l").boxed();
      var e =
          assertThrows(
              UnsupportedOperationException.class, () -> map.put(1L, 1L, Duration.ofHours(1)));
      assertTrue(String.valueOf(e.getMessage()).contains("/maps/l"), e.getMessage());
      assertNull(map.get(1L));
      map.put(1L, 1L);
      assertEquals(0, map.expiryMillis(1L));
      assertThrows(StoreException.class, () -> store.longDoubleMap("/maps/l"));
    }
  }

  @Test
  void aSnapshotIsExactWhileOthersWrite() throws Exception {
    try (Store store = Logged.open(folder)) {
      LongLongMap map =
          new MappedLongLongMap(
              store.map(
                  "/maps/s",
                  MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4).compact()));
      for (long i = 0; i < 2_000; i++) {
        map.put(i, 0);
      }
      var stop = new AtomicBoolean();
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                var random = new Random(1);
                for (long n = 1; !stop.get(); n++) {
                  long key = random.nextInt(3_000);
                  if (random.nextInt(4) == 0) {
                    map.remove(key);
                  } else {
                    map.put(key, n);
                  }
                }
              });
      for (int round = 0; round < 30; round++) {
        Snapshot<Long, Long> snapshot = map.boxed().snapshot();
        var seen = new HashMap<Long, Long>();
        while (snapshot.next(
            (key, value, revision) -> {
              assertNull(seen.put(key, value), "key twice");
              assertTrue(revision <= snapshot.revision());
            },
            50)) {
          Thread.onSpinWait();
        }
        Map<Long, Long> expected = stateAt(store, map.boxed(), snapshot.revision());
        var missing = new HashMap<>(expected);
        missing.entrySet().removeAll(seen.entrySet());
        seen.entrySet().removeAll(expected.entrySet());
        assertEquals(Map.of(), missing, "missing, instead of them " + seen);
        assertEquals(Map.of(), seen, "too many");
      }
      stop.set(true);
      writer.join();
    }
  }

  private final Map<Long, Long> replayed = new HashMap<>();
  private long replayedTo;

  /** A change behind the revision that was asked for last. */
  private Runnable next = () -> {};

  private long nextRevision = Long.MAX_VALUE;

  private Map<Long, Long> stateAt(Store store, StoreMap<Long, Long> map, long revision) {
    if (nextRevision <= revision) {
      next.run();
      nextRevision = Long.MAX_VALUE;
    }
    Tailer tailer = store.tailer(replayedTo);
    while (tailer.revision() < revision) {
      tailer.poll(
          change -> {
            if (change.kind() != ChangeKind.CREATED && change.mapId() == map.id()) {
              Long key = map.key(change);
              Long value = map.newValue(change);
              next = () -> replayed.compute(key, (k, v) -> value);
              nextRevision = change.revision();
              if (nextRevision <= revision) {
                next.run();
                nextRevision = Long.MAX_VALUE;
              }
            }
            return change.revision() < revision;
          },
          100_000);
    }
    replayedTo = tailer.revision();
    return replayed;
  }

  @Test
  void additionsOfManyThreadsAreAllMade() throws Exception {
    try (Store store = Logged.inMemory()) {
      LongLongMap map = store.longLongMap("/maps/l");
      Thread[] threads = new Thread[4];
      for (int i = 0; i < threads.length; i++) {
        threads[i] =
            Thread.ofPlatform()
                .start(() -> {
                  for (int n = 0; n < 20_000; n++) {
                    map.addAndGet(n % 5, 1);
                    assertTrue(map.get(n % 5, -1) > 0);
                  }
                });
      }
      for (Thread thread : threads) {
        thread.join();
      }
      long sum = 0;
      for (int key = 0; key < 5; key++) {
        sum += map.get(key, 0);
      }
      assertEquals(4 * 20_000, sum);
      Invariants.check(store);
    }
  }

  @Test
  void aFlippedBitInALineShows() {
    flipEachBit(Long.MAX_VALUE);
  }

  /**
   * What a check has to tell apart depends on the store's salt, which is another one each time: of
   * holes that one in 128 shows, one in fifty would pass.
   */
  @Test
  void aFlippedBitInTheChecksOfALineShowsWhateverTheSalt() {
    for (int i = 0; i < 500; i++) {
      flipEachBit(1);
    }
  }

  /** Flips each bit of the first words of each line, one at a time, and looks everything up. */
  private static void flipEachBit(long words) {
    try (Store store = Logged.inMemory()) {
      StoreMap<Long, Long> map =
          store.map(
              "/maps/f", MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact());
      for (long i = 0; i < 14; i++) {
        map.put(i, 1000 + i);
      }
      map.remove(3L);
      var engine = (CompactEngine) ((MappedMap<Long, Long>) map).engine();
      var memory = engine.file.memory();
      long word = Memory.get(memory, engine.file.segmentAt(0) + SegmentLayout.TABLE);
      long table = SegmentLayout.tableOffset(word);
      long end = table + SegmentLayout.tableLines(word) * 128;
      for (long at = table; at < end; at += 8) {
        if ((at - table) % 128 < 8 * Math.min(words, 16)) {
          flipEachBitAt(memory, at, map);
        }
      }
      assertEquals(1013L, map.get(13L));
    }
  }

  private static void flipEachBitAt(MemorySegment memory, long at, StoreMap<Long, Long> map) {
    long was = Memory.get(memory, at);
    for (int bit = 0; bit < 64; bit++) {
      Memory.set(memory, at, was ^ 1L << bit);
      for (long key = 0; key < 14; key++) {
        try {
          Long found = map.get(key);
          assertEquals(key == 3 ? null : 1000 + key, found, "bit " + bit + " at " + at);
        } catch (CorruptStoreException e) {
          // as it should be
        }
      }
    }
    Memory.set(memory, at, was);
  }

  @Test
  void noTableIsBuiltFromADamagedOne() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    try (Store store = Logged.inMemory()) {
      StoreMap<Long, Long> map =
          store.map(
              "/maps/d", MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact());
      var engine = (CompactEngine) ((MappedMap<Long, Long>) map).engine();
      long next = 0;
      while (next < 150 || !engine.table().isDue(0, 1)) {
        map.put(next, 1000 + next++);
      }
      MemorySegment memory = engine.file.memory();
      long word = Memory.get(memory, engine.file.segmentAt(0) + SegmentLayout.TABLE);
      long line = SegmentLayout.tableOffset(word);
      for (long i = 0; i < SegmentLayout.tableLines(word); i++, line += 128) {
        growsFromNoneWithAFlippedBit(map, next, memory, line, random);
      }
      assertEquals(
          word, Memory.get(memory, engine.file.segmentAt(0) + SegmentLayout.TABLE), "the table");
      map.put(next, 1000 + next++);
      assertNotEquals(
          word, Memory.get(memory, engine.file.segmentAt(0) + SegmentLayout.TABLE), "the table");
      for (long key = 0; key < next; key++) {
        assertEquals(1000 + key, map.get(key));
      }
      Invariants.check(store);
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  /** Flips a bit of each word of a line that means something, one at a time, and inserts. */
  private static void growsFromNoneWithAFlippedBit(
      StoreMap<Long, Long> map, long key, MemorySegment memory, long line, Random random) {
    for (int i = 0; i < 16; i++) {
      long live = Memory.get(memory, line) & CompactLayout.OCCUPIED;
      boolean isEmpty = i >= 2 && (live >>> (8 * (i / 2 - 1)) & 0x80) == 0;
      if (!isEmpty) {
        long was = Memory.get(memory, line + 8L * i);
        Memory.set(memory, line + 8L * i, was ^ 1L << random.nextInt(Long.SIZE));
        assertThrows(CorruptStoreException.class, () -> map.put(key, 1L), "word " + i);
        Memory.set(memory, line + 8L * i, was);
        assertNull(map.get(key));
      }
    }
  }

  @Test
  void anotherValueShowsThoughItMatchesTheBitsOfItsEntry() {
    try (Store store = Logged.inMemory()) {
      StoreMap<Long, Long> map =
          store.map(
              "/maps/v", MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact());
      for (long i = 0; i < 7; i++) {
        map.put(i, 1000 + i);
      }
      var engine = (CompactEngine) ((MappedMap<Long, Long>) map).engine();
      var memory = engine.file.memory();
      long word = Memory.get(memory, engine.file.segmentAt(0) + SegmentLayout.TABLE);
      long end =
          SegmentLayout.tableOffset(word) + SegmentLayout.tableLines(word) * 128; // of a line
      int tried = 0;
      for (long line = SegmentLayout.tableOffset(word); line < end; line += 128) {
        for (long entry = line + CompactLayout.ENTRIES; entry < line + 128; entry += 16) {
          if (Memory.get(memory, entry + 8) != 0) {
            tried += setOtherValues(memory, engine.file.salt, entry, map);
          }
        }
      }
      assertTrue(tried > 100, tried + " values");
    }
  }

  /** Sets values that the entry's own bits do not tell from the right one; answers how many. */
  private static int setOtherValues(
      MemorySegment memory, long salt, long entry, StoreMap<Long, Long> map) {
    long key = Memory.get(memory, entry);
    long value = Memory.get(memory, entry + 8);
    long seed = CompactLayout.seed(salt, entry);
    long sum = CompactLayout.sum(seed, key, value);
    int tried = 0;
    for (long other = 2_000; other < 6_000; other++) {
      long otherSum = CompactLayout.sum(seed, key, other);
      if (CompactLayout.byteBy(otherSum) == CompactLayout.byteBy(sum)
          && CompactLayout.shareBy(otherSum) != CompactLayout.shareBy(sum)) {
        Memory.set(memory, entry + 8, other);
        assertThrows(CorruptStoreException.class, () -> map.get(key));
        assertThrows(CorruptStoreException.class, () -> map.put(key, 1L));
        tried++;
      }
    }
    Memory.set(memory, entry + 8, value);
    assertEquals(value, map.get(key));
    return tried;
  }

  /** Beside it, in the same segment, all others are changed as before. */
  @Test
  void aDamagedLineIsRefusedAndNoOther() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Long> map =
          store.map(
              "/maps/s", MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact());
      var engine = (CompactEngine) ((MappedMap<Long, Long>) map).engine();
      long count = 0;
      while (count < 60 || !engine.table().isDue(0, 1)) {
        map.put(count, 1000 + count++);
      }
      for (long key = 0; key < count; key++) {
        MemorySegment memory = engine.file.memory();
        long value = engine.table().entryAt(placeOf(engine, key)) + 8;
        Memory.set(memory, value, 1000 + key ^ 1L << key % Long.SIZE);
        long absent = count; // for which the table is to grow
        assertThrows(CorruptStoreException.class, () -> map.put(absent, 1L));
        assertThrows(CorruptStoreException.class, () -> map.putAll(Map.of(absent, 1L)));
        Long damaged = key;
        assertThrows(CorruptStoreException.class, () -> map.put(damaged, 1L));
        assertThrows(CorruptStoreException.class, () -> map.putAll(Map.of(damaged, 1L)));
        setOthers(map, engine, count, placeOf(engine, key) >>> 3);
        Memory.set(memory, value, 1000 + key);
        assertEquals(1000 + key, map.get(key));
      }
      map.put(count, 1L);
      Invariants.check(store);
    }
  }

  private static long placeOf(CompactEngine engine, long key) {
    long word = Memory.get(engine.file.memory(), engine.file.segmentAt(0) + SegmentLayout.TABLE);
    return engine
        .table()
        .find(engine.file.memory(), word, engine.hashOf(key), key, engine.file.memory(), 0);
  }

  /** Sets all that are not in a damaged line. */
  private static void setOthers(
      StoreMap<Long, Long> map, CompactEngine engine, long count, long damaged) {
    for (long key = 0; key < count; key++) {
      if (placeOf(engine, key) >>> 3 != damaged) {
        map.putAll(Map.of(key, 1000 + key));
        map.put(key, 1000 + key);
        assertEquals(1000 + key, map.get(key));
      }
    }
  }
}
