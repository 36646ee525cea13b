package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several changes at a time of a compact map whose entries take two words. */
class CompactStageTest {
  private static final int KEYS = 3_000;

  @TempDir Path folder;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void changesAreThoseOfAMap(boolean isLogged) {
    try (Store store = isLogged ? Logged.open(folder) : Stores.open(folder)) {
      var options = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(2).compact();
      StoreMap<Long, Long> map = store.map("/maps/m", options);
      var model = new HashMap<Long, Long>();
      for (int round = 0; round < 300; round++) {
        change(map, model);
        assertEquals(model.size(), map.size(), "seed " + seed);
      }
      compare(map, model);
      Invariants.check(store);
    }
  }

  private void change(StoreMap<Long, Long> map, Map<Long, Long> model) {
    List<Long> keys = keys();
    long value = random.nextLong();
    switch (random.nextInt(5)) {
      case 0 -> {
        var entries = new HashMap<Long, Long>();
        keys.forEach(key -> entries.put(key, value ^ key));
        map.putAll(entries);
        model.putAll(entries);
      }
      case 1 -> {
        Batch<Long, Long> batch = map.batch();
        for (long key : keys) { // the last one counts, where there is a key twice
          long next = random.nextLong();
          batch.add(key, next);
          model.put(key, next);
        }
        batch.put();
      }
      case 2 -> {
        long absent = new HashSet<>(keys).stream().filter(k -> !model.containsKey(k)).count();
        assertEquals(absent, map.putAllIfAbsent(keys, value), "seed " + seed);
        keys.forEach(key -> model.putIfAbsent(key, value));
      }
      case 3 -> {
        long there = new HashSet<>(keys).stream().filter(model::containsKey).count();
        assertEquals(there, map.removeAll(keys), "seed " + seed);
        keys.forEach(model::remove);
      }
      default -> {
        for (long key : keys.subList(0, Math.min(20, keys.size()))) {
          assertEquals(model.remove(key), map.getAndRemove(key), "seed " + seed);
          map.put(key, value);
          model.put(key, value);
        }
      }
    }
    if (random.nextInt(40) == 0) {
      map.removeAll(List.copyOf(model.keySet()));
      model.clear();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"putAll", "putAllIfAbsent", "removeAll"})
  void whereTheLogBeginsAmidThemItTellsOfTheRest(String call) throws InterruptedException {
    try (Store store = Stores.open(folder)) {
      var options = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4).compact();
      StoreMap<Long, Long> map = store.map("/maps/m", options);
      StoreMap<Long, Long> other = store.map("/maps/o", options);
      List<Long> keys = LongStream.range(0, 100).boxed().toList();
      map.putAllIfAbsent(call.equals("putAllIfAbsent") ? List.of(5L) : keys, -1L);
      ChangeLog log = ((MappedMap<Long, Long>) map).engine().log();
      var beginner = new AtomicReference<@Nullable Thread>();
      Thread writer = Thread.currentThread();
      Step.hook(step -> {
        if (step == Step.INTENT_SET
            && Thread.currentThread().equals(writer)
            && beginner.get() == null) {
          beginner.set(
              Thread.startVirtualThread(() ->
                  store.atomically(group -> {
                    group.put(other, 2L, 2L);
                    return 0;
                  })));
          while (!log.unlogged.areOver()) {
            LockSupport.parkNanos(10_000);
          }
        }
      });
      switch (call) {
        case "putAll" -> map.putAll(keys.stream().collect(Collectors.toMap(k -> k, k -> 7L)));
        case "putAllIfAbsent" -> assertEquals(99, map.putAllIfAbsent(keys, 7L));
        default -> assertEquals(100, map.removeAll(keys));
      }
      Step.hook(null);
      Objects.requireNonNull(beginner.get()).join();
      Long expected = call.equals("removeAll") ? null : 7L;
      for (long key : keys) {
        boolean isOld = call.equals("putAllIfAbsent") && key == 5;
        assertEquals(isOld ? Long.valueOf(-1) : expected, map.get(key), "key " + key);
      }
      Invariants.check(store);
    } finally {
      Step.hook(null);
    }
  }

  /** Keys, some of them more than once. */
  private List<Long> keys() {
    List<Long> keys = new ArrayList<>();
    int range = random.nextInt(KEYS) + 1;
    for (int i = random.nextInt(random.nextInt(10) == 0 ? 5_000 : 200); i >= 0; i--) {
      keys.add((long) random.nextInt(range));
    }
    return keys;
  }

  private void compare(StoreMap<Long, Long> map, Map<Long, Long> model) {
    for (long key = 0; key < KEYS; key++) {
      assertEquals(model.get(key), map.get(key), "key " + key + ", seed " + seed);
    }
  }

  @Test
  void whereAllIsRemovedNoLineOverflows() {
    try (Store store = Stores.open(folder)) {
      var options = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact();
      StoreMap<Long, Long> map = store.map("/maps/m", options);
      List<Long> keys = LongStream.range(0, KEYS).boxed().toList();
      map.putAllIfAbsent(keys, 1L);
      var engine = (CompactEngine) ((MappedMap<Long, Long>) map).engine();
      assertTrue(overflows(engine) > 0, "lines that overflowed");
      map.removeAll(keys.subList(1, KEYS));
      assertTrue(overflows(engine) > 0, "lines that overflowed");
      map.remove(keys.getFirst());
      assertEquals(0, overflows(engine));
      Invariants.check(store);
      assertEquals(KEYS, map.putAllIfAbsent(keys, 2L));
      Invariants.check(store);
    }
  }

  @Test
  void aKeyThatComesAgainAndAgainTakesTheRoomOfOne() {
    try (Store store = Stores.open(folder)) {
      var options = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact();
      StoreMap<Long, Long> map = store.map("/maps/m", options);
      var engine = (CompactEngine) ((MappedMap<Long, Long>) map).engine();
      long at = engine.file.segmentAt(0);
      long key = 0;
      while (!engine.table().isDue(0, 2)) {
        map.put(key++, 1L);
      }
      long table = Memory.get(engine.file.memory(), at + SegmentLayout.TABLE);
      Batch<Long, Long> batch = map.batch();
      for (long i = 0; i < 50; i++) {
        batch.add(key, i);
      }
      batch.put();
      assertEquals(49, map.get(key));
      assertEquals(key + 1, map.size());
      assertEquals(table, Memory.get(engine.file.memory(), at + SegmentLayout.TABLE));
      Invariants.check(store);
    }
  }

  private static int overflows(CompactEngine engine) {
    MemorySegment memory = engine.file.memory();
    long table = engine.table().checkedTable(memory, engine.file.segmentAt(0));
    int overflows = 0;
    for (long i = 0; i < SegmentLayout.tableLines(table); i++) {
      long line = SegmentLayout.tableOffset(table) + i * engine.shape().lineBytes;
      long word = Memory.get(memory, line + CompactLayout.REVISION);
      overflows += CompactLayout.isOverflowed(word) ? 1 : 0;
    }
    return overflows;
  }

  @Test
  void eachFlippedBitOfALineShows() {
    try (Store store = Stores.open(folder)) {
      var options = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact();
      StoreMap<Long, Long> map = store.map("/maps/m", options);
      map.putAllIfAbsent(LongStream.range(0, 5).boxed().toList(), 1L);
      var engine = (CompactEngine) ((MappedMap<Long, Long>) map).engine();
      MemorySegment memory = engine.file.memory();
      long line =
          SegmentLayout.tableOffset(engine.table().checkedTable(memory, engine.file.segmentAt(0)));
      long entries = Long.bitCount(Memory.get(memory, line) & CompactLayout.OCCUPIED);
      assertTrue(entries > 0, "entries in the first line");
      assertTrue(WordLines.isWhole(memory, line, engine.file.salt));
      long live = Memory.get(memory, line) & CompactLayout.OCCUPIED;
      for (long at = 0; at < engine.shape().lineBytes; at += 8) {
        long place = (at - CompactLayout.ENTRIES) / 16;
        boolean counts = at < CompactLayout.ENTRIES || (live >>> (8 * place) & 0x80) != 0;
        for (int bit = 0; bit < 64; bit++) {
          long word = Memory.get(memory, line + at);
          Memory.set(memory, line + at, word ^ 1L << bit);
          assertEquals(
              !counts, WordLines.isWhole(memory, line, engine.file.salt), at + " bit " + bit);
          Memory.set(memory, line + at, word);
        }
      }
      assertTrue(WordLines.isWhole(memory, line, engine.file.salt));
    }
  }
}
