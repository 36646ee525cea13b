package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What docs/store.md says of times to live, as far as {@link ExpiryTest} does not try it. */
class TimeToLiveTest {
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(4);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final JumpingClock clock = new JumpingClock();

  /** Changes the value of key 1, which has a time to live. */
  @FunctionalInterface
  private interface Deed {
    void change(Store store, StoreMap<Long, String> map);
  }

  @Test
  void cursorsAndReadsIntoATargetDoNotSeeWhatIsVoid() {
    try (Store store = clock.store();
        Arena arena = Arena.ofConfined()) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      Set<Long> there = new TreeSet<>();
      for (long key = 0; key < 2_000; key++) {
        if (key % 3 == 0) {
          map.put(key, "goes", SECOND);
        } else {
          map.put(key, "stays");
          there.add(key);
        }
      }
      clock.advanceMillis(1_000);
      Set<Long> seen = new TreeSet<>();
      MapCursor<Long, String> cursor = map.cursor();
      while (cursor.next((key, value, _) -> assertTrue(seen.add(key), value), 100)) {
        // the cursor does the work
      }
      assertEquals(there, seen);
      MemorySegment target = arena.allocate(100, 8);
      assertNull(map.getUsing(0L, null));
      assertEquals(-1, map.copyValue(0L, target, 0));
      assertEquals("stays", map.getUsing(1L, null));
      assertEquals(2_000, map.size(), "until they are swept");
    }
  }

  @Test
  void aSnapshotTellsWhatWasThereAtItsBeginning() {
    try (Store store = clock.store()) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      for (long key = 0; key < 500; key++) {
        map.put(key, "old", SECOND);
      }
      map.put(1_000L, "void at the beginning", Duration.ofMillis(1));
      clock.advanceMillis(1);
      Snapshot<Long, String> snapshot = map.snapshot();
      clock.advanceMillis(10_000);
      assertEquals(501, sweepAll(store));
      Map<Long, String> seen = new HashMap<>();
      while (snapshot.next((key, value, _) -> assertNull(seen.put(key, value)), 50)) {
        // the snapshot does the work
      }
      seen.remove(1_000L); // it changed during the walk, so it may be told
      assertEquals(500, seen.size());
      assertEquals(Set.of("old"), Set.copyOf(seen.values()));
    }
  }

  private static int sweepAll(Store store) {
    int removed = 0;
    for (int calls = 0; calls < 100; calls++) {
      removed += store.sweepExpired();
    }
    return removed;
  }

  @Test
  void everyWayToSetAValueSetsTheTimeAnew() {
    Map<String, Deed> deeds = new LinkedHashMap<>();
    deeds.put("put", (_, map) -> map.put(1L, "b"));
    deeds.put("put of what is there", (_, map) -> map.put(1L, "a"));
    deeds.put("getAndPut", (_, map) -> map.getAndPut(1L, "b"));
    deeds.put("putAll", (_, map) -> map.putAll(Map.of(1L, "b", 2L, "c")));
    deeds.put("replace", (_, map) -> map.replace(1L, "b"));
    deeds.put("replace by what is there", (_, map) -> map.replace(1L, "a"));
    deeds.put("replace a value", (_, map) -> assertTrue(map.replace(1L, "a", "b")));
    deeds.put("replace a value by itself", (_, map) -> assertTrue(map.replace(1L, "a", "a")));
    deeds.put("compareAndSet", (_, map) -> assertTrue(map.compareAndSet(1L, revision(map), "b")));
    deeds.put(
        "compareAndSet of what is there",
        (_, map) -> assertTrue(map.compareAndSet(1L, revision(map), "a")));
    deeds.put("asyncUpdate", (_, map) -> map.asyncUpdate(1L, value -> value + "b"));
    deeds.put("syncUpdate", (_, map) -> map.syncUpdate(1L, value -> value + "b", value -> value));
    deeds.put(
        "group",
        (store, map) ->
            store.atomically(group -> {
              group.put(map, 1L, "b");
              return "";
            }));
    deeds.forEach((name, deed) -> {
      try (Store store = clock.store()) {
        StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
        map.put(1L, "a", SECOND);
        long revision = store.revision();
        deed.change(store, map);
        assertTrue(store.revision() > revision, name + " is a change");
        assertEquals(0, map.expiryMillis(1L), name);
        clock.advanceMillis(2_000);
        assertTrue(map.containsKey(1L), name);
        assertEquals(0, sweepAll(store), name);
      }
    });
  }

  private static long revision(StoreMap<Long, String> map) {
    return Objects.requireNonNull(map.getVersioned(1L)).revision();
  }

  @Test
  void whoSetsNothingLeavesTheTime() {
    Map<String, Deed> deeds = new LinkedHashMap<>();
    deeds.put("a visitor that returns the value", (_, map) -> map.asyncUpdate(1L, value -> value));
    deeds.put(
        "a visitor with a result",
        (_, map) -> assertEquals("a", map.<String>syncUpdate(1L, value -> value, value -> value)));
    deeds.put("putIfAbsent", (_, map) -> assertEquals("a", map.putIfAbsent(1L, "b")));
    deeds.put("putAllIfAbsent", (_, map) -> assertEquals(0, map.putAllIfAbsent(List.of(1L), "b")));
    deeds.put("a value that is not there", (_, map) -> assertFalse(map.replace(1L, "x", "b")));
    deeds.put(
        "a revision that is not there", (_, map) -> assertFalse(map.compareAndSet(1L, 0, "b")));
    deeds.put(
        "a group that reads",
        (store, map) -> assertEquals("a", store.atomically(group -> group.get(map, 1L))));
    deeds.forEach((name, deed) -> {
      try (Store store = clock.store()) {
        StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
        map.put(1L, "a", SECOND);
        long end = map.expiryMillis(1L);
        long revision = store.revision();
        deed.change(store, map);
        assertEquals(revision, store.revision(), name);
        assertEquals(end, map.expiryMillis(1L), name);
        clock.advanceMillis(1_000);
        assertFalse(map.containsKey(1L), name);
        assertEquals(1, sweepAll(store), name);
      }
    });
  }

  /** More lines than a call looks through, of two maps; and one that never had a time to live. */
  @Test
  void aSweepGoesOnBehindWhatItHasLookedAt() {
    try (Store store = clock.store()) {
      store.map("/maps/none", OPTIONS).put(1L, "stays");
      Map<String, Integer> entries = new TreeMap<>(Map.of("/maps/a", 80_000, "/maps/b", 2_000));
      entries.forEach((path, count) -> {
        StoreMap<Long, String> map = store.map(path, OPTIONS);
        for (long key = 0; key < count; key++) {
          if (key % 400 == 7) {
            map.put(key, "goes", SECOND);
          } else {
            map.put(key, "stays");
          }
        }
      });
      long lines = Objects.requireNonNull(store.statistics("/maps/a")).tableLines();
      assertTrue(lines > ExpirySweep.LINES_PER_CALL, lines + " lines");
      clock.advanceMillis(1_000);
      List<Integer> calls = new ArrayList<>();
      int removed = 0;
      while (removed < 205 && calls.size() < 50) {
        calls.add(store.sweepExpired());
        removed += calls.getLast();
      }
      assertEquals(205, removed, calls::toString);
      assertTrue(calls.getFirst() < 200, calls::toString);
      assertEquals(79_800, store.map("/maps/a", OPTIONS).size());
      assertEquals(1_995, store.map("/maps/b", OPTIONS).size());
      assertEquals(1, store.map("/maps/none", OPTIONS).size());
      Invariants.check(store);
    }
  }

  @Test
  void clearRemovesWhatIsVoidToo() {
    try (Store store = clock.store()) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      for (long key = 0; key < 3_000; key++) {
        switch ((int) (key % 4)) {
          case 0 -> map.put(key, "goes", SECOND);
          case 1 -> map.put(key, "later", Duration.ofDays(1));
          default -> map.put(key, "stays");
        }
        if (key % 4 == 3) {
          map.remove(key); // leaves a tombstone or an empty slot
        }
      }
      clock.advanceMillis(1_000);
      assertEquals(2_250, map.size());
      long revision = store.revision();
      map.clear();
      assertEquals(0, map.size());
      assertEquals(0, map.statistics().entries());
      assertEquals(0, sweepAll(store), "nothing is left to sweep");
      int[] removed = new int[1];
      Set<Long> keys = new TreeSet<>();
      store
          .tailer(revision)
          .poll(
              change -> {
                assertEquals(ChangeKind.REMOVED, change.kind());
                assertTrue(keys.add(map.key(change)), "told once");
                removed[0]++;
                return true;
              },
              10_000);
      assertEquals(2_250, removed[0], "each is told");
      Invariants.check(store);
      map.put(0L, "again");
      assertEquals(1, map.size());
    }
  }
}
