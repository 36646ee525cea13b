package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Entries that become void after a time; the clock stands still until it is moved. */
class ExpiryTest {
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(4);

  private final JumpingClock clock = new JumpingClock();

  private static List<String> told(Store store, StoreMap<Long, String> map) {
    List<String> told = new ArrayList<>();
    store
        .tailer(0)
        .poll(
            change -> {
              if (change.kind() != ChangeKind.CREATED && change.mapId() == map.id()) {
                told.add(
                    change.kind()
                        + " "
                        + map.key(change)
                        + " "
                        + map.oldValue(change)
                        + " "
                        + map.newValue(change)
                        + " "
                        + change.expiryMillis());
              }
              return true;
            },
            1_000);
    return told;
  }

  @Test
  void isGoneForEveryReaderWhenItsTimeHasPassed() {
    try (Store store = clock.store()) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      map.put(1L, "stays");
      map.put(2L, "goes", Duration.ofMillis(100));
      long end = clock.millis() + 100;
      assertEquals(end, map.expiryMillis(2L));
      assertEquals(0, map.expiryMillis(1L));
      assertEquals(-1, map.expiryMillis(3L));
      clock.advanceMillis(99);
      assertEquals("goes", map.get(2L));
      assertEquals(2, map.getAll(List.of(1L, 2L)).size());
      Snapshot<Long, String> before = map.snapshot();
      clock.advanceMillis(1);
      long revision = store.revision();
      assertNull(map.get(2L));
      assertNull(map.getVersioned(2L));
      assertFalse(map.containsKey(2L));
      assertEquals(-1, map.expiryMillis(2L));
      assertEquals(Map.of(1L, "stays"), map.getAll(List.of(1L, 2L)));
      Batch<Long, String> batch = map.batch();
      batch.add(2L);
      assertEquals(0, batch.get());
      Map<Long, String> walked = new HashMap<>();
      map.forEach(walked::put);
      assertEquals(Map.of(1L, "stays"), walked);
      assertEquals(Map.of(1L, "stays"), read(map.snapshot()));
      assertEquals(Map.of(1L, "stays", 2L, "goes"), read(before));
      assertEquals(2, map.size(), "what is stored until it is swept");
      assertEquals(revision, store.revision(), "readers write nothing");
    }
  }

  private static Map<Long, String> read(Snapshot<Long, String> snapshot) {
    Map<Long, String> seen = new HashMap<>();
    while (snapshot.next((k, v, _) -> assertNull(seen.put(k, v)), 10)) {
      // the snapshot does the work
    }
    return seen;
  }

  @Test
  void isAbsentToWritersYetToldAsReplaced() {
    try (Store store = clock.store()) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      for (long key = 1; key <= 8; key++) {
        map.put(key, "old", Duration.ofMillis(1));
      }
      long revision = Objects.requireNonNull(map.getVersioned(7L)).revision();
      clock.advanceMillis(1);
      assertFalse(map.remove(1L));
      assertNull(map.getAndRemove(1L));
      assertFalse(map.remove(1L, "old"));
      assertNull(map.replace(2L, "new"));
      assertFalse(map.replace(2L, "old", "new"));
      assertNull(map.putIfAbsent(3L, "new"));
      assertNull(map.getAndPut(4L, "new"));
      map.put(5L, "new");
      assertEquals("null+", map.<String>syncUpdate(6L, v -> v + "+", v -> v));
      assertFalse(map.compareAndSet(7L, revision, "new"));
      assertTrue(map.compareAndSet(7L, 0, "new"));
      assertTrue(map.compareAndSet(8L, 0, null));
      store.atomically(group -> {
        assertNull(group.get(map, 1L));
        group.put(map, 1L, "grouped");
        return "";
      });
      List<String> told = told(store, map);
      assertEquals(
          List.of(
              "UPDATED 3 old new 0",
              "UPDATED 4 old new 0",
              "UPDATED 5 old new 0",
              "UPDATED 6 old null+ 0",
              "UPDATED 7 old new 0",
              "REMOVED 8 old null 0",
              "UPDATED 1 old grouped 0"),
          told.subList(8, told.size()));
      Invariants.check(store);
    }
  }

  @Test
  void everyChangeSetsTheTimeAnewButAnAddition() {
    try (Store store = clock.store()) {
      StoreMap<Long, Long> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.longs()));
      map.put(1L, 10L, Duration.ofMillis(50));
      map.put(2L, 20L, Duration.ofMillis(50));
      map.put(3L, 30L);
      long end = clock.millis() + 50;
      assertEquals(15, map.addAndGet(1L, 5));
      assertEquals(end, map.expiryMillis(1L));
      map.put(2L, 21L);
      assertEquals(0, map.expiryMillis(2L));
      map.put(3L, 31L, Duration.ofSeconds(Long.MAX_VALUE));
      assertEquals(Long.MAX_VALUE, map.expiryMillis(3L));
      clock.advanceMillis(50);
      assertEquals(21L, map.get(2L));
      assertEquals(5, map.addAndGet(1L, 5), "counts as 0");
      assertEquals(0, map.expiryMillis(1L));
      assertThrows(IllegalArgumentException.class, () -> map.put(1L, 1L, Duration.ZERO));
      map.put(1L, 1L, Duration.ofNanos(1));
      assertEquals(clock.millis() + 1, map.expiryMillis(1L));
      Invariants.check(store);
    }
  }

  @Test
  void aSweepRemovesWhatIsVoidAndTellsIt() {
    try (Store store = clock.store()) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      store.map("/maps/b", OPTIONS).put(1L, "of a map without any time");
      map.put(1L, "goes", Duration.ofMillis(100));
      map.put(2L, "goes later", Duration.ofMillis(200));
      map.put(3L, "stays");
      assertEquals(0, store.sweepExpired());
      clock.advanceMillis(100);
      assertEquals(1, store.sweepExpired());
      assertEquals(2, map.size());
      assertEquals(0, store.sweepExpired());
      List<String> told = told(store, map);
      assertEquals("REMOVED 1 goes null 0", told.getLast());
      clock.advanceMillis(100);
      assertEquals(1, store.sweepExpired());
      assertEquals("stays", map.get(3L));
      assertEquals(1, map.size());
      Invariants.check(store);
    }
  }

  /** The successor's file knew of no times to live where nobody had one any more. */
  @Test
  void aWalkDoesNotTakeWhatEndedForLastingAfterACompaction() {
    try (Store store = clock.store()) {
      StoreMap<Long, String> map = store.map("/maps/m", OPTIONS);
      for (boolean compacts : new boolean[] {false, true}) {
        map.put(1L, "a", Duration.ofHours(1));
        Snapshot<Long, String> walk = map.snapshot();
        map.put(1L, "b");
        if (compacts) {
          store.compact("/maps/m");
        }
        var told = new ArrayList<String>();
        boolean _ =
            walk.next(
                (key, value, _) -> told.add(key + "=" + value + " " + walk.expiryMillis()), 9);
        assertEquals(List.of("1=a -1"), told, () -> "compacts: " + compacts);
      }
    }
  }

  /** By a thread that has its own mind about which file the map is. */
  @Test
  void aSweepBesideCompactionsTellsHowManyItRemoved() throws Exception {
    try (Store store = clock.store()) {
      StoreMap<Long, String> map = store.map("/maps/m", OPTIONS);
      var ended = new AtomicBoolean();
      Thread compactor =
          Thread.ofPlatform()
              .start(() -> {
                while (!ended.get()) {
                  store.compact("/maps/m");
                  map.get(1L);
                }
              });
      Tailer tailer = store.tailer(store.revision());
      long[] told = {0};
      long answered = 0;
      for (int round = 0; round < 40; round++) {
        for (long key = 0; key < 500; key++) {
          map.put(key, "v", Duration.ofMillis(1));
        }
        clock.advanceMillis(2);
        int calls = 0;
        for (; map.size() > 0 && calls < 1_000; calls++) {
          answered += store.sweepExpired();
        }
        assertEquals(0, map.size(), "left after " + calls + " calls");
        while (tailer.poll(
                change -> {
                  told[0] += change.kind() == ChangeKind.REMOVED ? 1 : 0;
                  return true;
                },
                1_000)
            > 0) {
          // reads on
        }
        assertEquals(told[0], answered, "removed");
      }
      ended.set(true);
      compactor.join();
    }
  }

  @Test
  void sweepsInPiecesThatAreBounded() {
    try (Store store = clock.store()) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      int entries = 5 * ExpirySweep.REMOVALS_PER_CALL;
      for (long key = 0; key < entries; key++) {
        map.put(key, "goes", Duration.ofMillis(1 + key % 2));
      }
      clock.advanceMillis(1);
      int removed = 0;
      int calls = 0;
      while (map.size() > entries / 2) {
        int now = store.sweepExpired();
        assertTrue(now < ExpirySweep.REMOVALS_PER_CALL + 8, now + " at once");
        removed += now;
        calls++;
        assertTrue(calls < 1_000, "comes to an end");
      }
      assertEquals(entries / 2, removed);
      assertTrue(calls > 1);
      map.forEach((key, value) -> assertEquals(1, key % 2));
      Invariants.check(store);
    }
  }

  @Test
  void behavesAsAModelUnderChurn() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    record Timed(String value, long end) {}
    try (Store store = clock.store()) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      Map<Long, Timed> model = new HashMap<>();
      long bytes = 0;
      for (int i = 0; i < 60_000; i++) {
        long key = random.nextInt(500);
        String value = "v".repeat(random.nextInt(100)) + i;
        model.values().removeIf(timed -> timed.end <= clock.millis());
        Timed there = model.get(key);
        String old = there == null ? null : there.value;
        switch (random.nextInt(6)) {
          case 0, 1 -> {
            long millis = 1 + random.nextInt(200);
            map.put(key, value, Duration.ofMillis(millis));
            model.put(key, new Timed(value, clock.millis() + millis));
          }
          case 2 -> {
            assertEquals(old, map.getAndPut(key, value));
            model.put(key, new Timed(value, Long.MAX_VALUE));
          }
          case 3 -> {
            assertEquals(old, map.putIfAbsent(key, value));
            model.putIfAbsent(key, new Timed(value, Long.MAX_VALUE));
          }
          case 4 -> {
            assertEquals(old != null, map.remove(key));
            model.remove(key);
          }
          default -> assertEquals(old, map.get(key));
        }
        if (random.nextInt(20) == 0) {
          clock.advanceMillis(random.nextInt(50));
        }
        if (random.nextInt(50) == 0) {
          store.sweepExpired();
        }
        if (i == 20_000) {
          bytes = Objects.requireNonNull(store.describe("/maps/a")).bytes();
        }
      }
      model.values().removeIf(timed -> timed.end <= clock.millis());
      Map<Long, String> walked = new HashMap<>();
      map.forEach((k, v) -> assertNull(walked.put(k, v)));
      Map<Long, String> expected = new HashMap<>();
      model.forEach((k, timed) -> expected.put(k, timed.value));
      assertEquals(expected, walked);
      assertTrue(Objects.requireNonNull(store.describe("/maps/a")).bytes() <= 1.3 * bytes);
      Invariants.check(store);
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
  }
}
