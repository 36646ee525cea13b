package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the change log tells, and when. */
class ChangeLogTest {
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings());

  @TempDir Path folder;

  private static List<String> read(Store store, StoreMap<Long, String> map, long from) {
    var told = new ArrayList<String>();
    store
        .tailer(from)
        .poll(
            change -> {
              if (change.mapId() == map.id() && change.kind() != ChangeKind.CREATED) {
                told.add(
                    change.kind()
                        + " "
                        + map.key(change)
                        + " "
                        + map.oldValue(change)
                        + " "
                        + map.newValue(change));
              }
              return true;
            },
            1_000_000);
    return told;
  }

  @Test
  void tellsEveryChangeInOrderWithOldAndNewValue() {
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      map.put(1L, "a");
      map.put(1L, "b");
      map.putIfAbsent(1L, "c");
      long middle = store.revision();
      map.remove(1L);
      map.remove(1L);
      map.put(2L, "d");
      assertEquals(
          List.of("INSERTED 1 null a", "UPDATED 1 a b", "REMOVED 1 b null", "INSERTED 2 null d"),
          read(store, map, 0));
      assertEquals(List.of("REMOVED 1 b null", "INSERTED 2 null d"), read(store, map, middle));
    }
  }

  @Test
  void chainsTheRevisionsOfAKey() {
    try (Store store = Logged.inMemory()) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      for (int i = 0; i < 100; i++) {
        map.put((long) i % 7, "v" + i);
      }
      Map<Long, Long> latest = new HashMap<>();
      Tailer tailer = store.tailer(0);
      tailer.poll(
          change -> {
            if (change.kind() != ChangeKind.CREATED) {
              assertEquals(latest.getOrDefault(map.key(change), 0L), change.previousRevision());
              latest.put(map.key(change), change.revision());
            }
            return true;
          },
          1_000);
      latest.forEach((k, r) ->
          assertEquals(r, java.util.Objects.requireNonNull(map.getVersioned(k)).revision()));
      assertEquals(store.revision(), tailer.revision());
    }
  }

  @Test
  void goesOnOverFilesAndForgetsTheOldest() {
    try (Store store = Stores.open(folder, new StoreOptions(3 << 20).withLogFromStart())) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      Tailer tailer = store.tailer(0);
      String value = "x".repeat(1000);
      int count = 0;
      for (int i = 0; i < 20_000; i++) {
        map.put((long) i % 100, value + i);
        if (i % 500 == 0) {
          count += tailer.poll(change -> true, Integer.MAX_VALUE);
        }
      }
      count += tailer.poll(change -> true, Integer.MAX_VALUE);
      assertEquals(20_001, count);
      assertTrue(store.oldestRevision() > 0);
      assertThrows(RetentionException.class, () -> store.tailer(0));
      Tailer late = store.tailer(store.oldestRevision());
      assertTrue(late.poll(change -> true, Integer.MAX_VALUE) > 1_000);
      assertEquals(store.revision(), late.revision());
    }
  }

  @Test
  void forgetsWhatIsTooOld() throws Exception {
    var now = new AtomicLong(1_000_000_000_000L);
    var surroundings =
        new Surroundings(new DiskFiles(folder.toRealPath()), now::get, new Random()::nextLong);
    var options = Logged.OPTIONS.withRetainAge(Duration.ofMinutes(10));
    try (Store store = MappedStore.open(surroundings, options)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      String value = "x".repeat(1000);
      for (int i = 0; i < 10_000; i++) {
        map.put((long) i % 100, value + i);
      }
      store.sweep();
      assertEquals(0, store.oldestRevision());
      now.addAndGet(Duration.ofMinutes(9).toNanos());
      store.sweep();
      assertEquals(0, store.oldestRevision());
      now.addAndGet(Duration.ofMinutes(2).toNanos());
      store.sweep();
      assertTrue(store.oldestRevision() > 1_000_000);
      assertThrows(RetentionException.class, () -> store.tailer(0));
      assertTrue(store.tailer(store.oldestRevision()).poll(change -> true, 10_000) > 100);
    }
    assertThrows(
        IllegalArgumentException.class, () -> Logged.OPTIONS.withRetainAge(Duration.ofNanos(-1)));
  }

  @Test
  void refusesARevisionThatIsNone() {
    try (Store store = Logged.inMemory()) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      map.put(1L, "a");
      assertThrows(IllegalArgumentException.class, () -> store.tailer(store.revision() + 8));
      assertThrows(IllegalArgumentException.class, () -> store.tailer(store.revision() - 8));
    }
  }

  @Test
  void snapshotIsTheStateAtItsRevisionWhileOthersWrite() throws Exception {
    for (int round = 0; round < 10; round++) {
      try (Store store = Logged.inMemory()) {
        StoreMap<Long, String> map = store.map("/maps/a", OPTIONS.withSegments(8));
        for (long i = 0; i < 5_000; i++) {
          map.put(i, "first" + i);
        }
        var stop = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> write(map, stop));
        Snapshot<Long, String> snapshot = map.snapshot();
        Map<Long, String> seen = new HashMap<>();
        while (snapshot.next(
            (k, v, r) -> {
              assertTrue(r <= snapshot.revision());
              assertEquals(null, seen.put(k, v), "twice: " + k);
            },
            10)) {
          Thread.onSpinWait();
        }
        stop.set(true);
        writer.join();
        assertEquals(stateAt(store, map, snapshot.revision()), seen);
        snapshot.tailer().poll(change -> apply(map, change, seen), Integer.MAX_VALUE);
        Map<Long, String> now = new HashMap<>();
        map.forEach(now::put);
        assertEquals(now, seen);
      }
    }
  }

  private static void write(StoreMap<Long, String> map, AtomicBoolean stop) {
    var random = new java.util.Random(5);
    for (int i = 0; !stop.get(); i++) {
      long key = random.nextInt(6_000);
      if (random.nextInt(3) == 0) {
        map.remove(key);
      } else {
        map.put(key, "later" + i);
      }
    }
  }

  private static Map<Long, String> stateAt(Store store, StoreMap<Long, String> map, long revision) {
    Map<Long, String> state = new HashMap<>();
    store
        .tailer(0)
        .poll(
            change -> change.revision() > revision ? false : apply(map, change, state),
            Integer.MAX_VALUE);
    return state;
  }

  private static boolean apply(StoreMap<Long, String> map, Change change, Map<Long, String> state) {
    switch (change.kind()) {
      case INSERTED, UPDATED -> state.put(map.key(change), map.newValue(change));
      case REMOVED -> state.remove(map.key(change));
      default -> {}
    }
    return true;
  }
}
