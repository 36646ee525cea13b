package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A walk goes on behind the entry at which its consumer threw: each entry comes exactly once. */
class ThrowingConsumerTest {
  private static final int KEYS = 3_000;

  private static final List<MapOptions<Long, Long>> LAYOUTS =
      List.of(
          MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4),
          MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4).compact());

  @TempDir Path folder;

  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Counts what comes, and throws at some of it. */
  private static final class Picky implements EntryConsumer<Long, Long> {
    final Map<Long, Long> met = new HashMap<>();
    final Random random;
    int thrown;

    Picky(long seed) {
      this.random = new Random(seed);
    }

    @Override
    public void accept(Long key, Long value, long revision) {
      assertNull(met.put(key, value), "twice: " + key);
      if (random.nextInt(5) == 0) {
        thrown++;
        throw new Refusal();
      }
    }
  }

  @Test
  void aCursorGoesOn() {
    long seed = new Random().nextLong();
    for (MapOptions<Long, Long> layout : LAYOUTS) {
      try (Store store = Stores.open(folder.resolve("c" + layout.isCompact()))) {
        StoreMap<Long, Long> map = filled(store, layout);
        MapCursor<Long, Long> cursor = map.cursor();
        var picky = new Picky(seed);
        boolean more = true;
        while (more || picky.met.size() < KEYS) {
          try {
            more = cursor.next(picky, 10);
            assertTrue(more || picky.met.size() == KEYS, "lost entries, seed " + seed);
          } catch (Refusal e) {
            // as it is meant
          }
        }
        assertEquals(KEYS, picky.met.size(), "seed " + seed);
        assertTrue(picky.thrown > 0);
      }
    }
  }

  @Test
  void aSnapshotGoesOnAndTellsWhatWas() {
    long seed = new Random().nextLong();
    for (MapOptions<Long, Long> layout : LAYOUTS) {
      try (Store store = Stores.open(folder.resolve("s" + layout.isCompact()))) {
        StoreMap<Long, Long> map = filled(store, layout);
        Snapshot<Long, Long> snapshot = map.snapshot();
        var picky = new Picky(seed);
        var changes = new Random(seed + 1);
        boolean more = true;
        while (more) {
          change(store, map, changes);
          try {
            more = snapshot.next(picky, 10);
          } catch (Refusal e) {
            // as it is meant
          }
        }
        assertEquals(KEYS, picky.met.size(), "seed " + seed + " " + layout.isCompact());
        picky.met.forEach((key, value) -> assertEquals(key, value, "seed " + seed));
        assertTrue(picky.thrown > 0);
      }
    }
  }

  private static StoreMap<Long, Long> filled(Store store, MapOptions<Long, Long> layout) {
    StoreMap<Long, Long> map = store.map("/maps/m", layout);
    for (long i = 0; i < KEYS; i++) {
      map.put(i, i);
    }
    return map;
  }

  private static void change(Store store, StoreMap<Long, Long> map, Random random) {
    for (int i = 0; i < 20; i++) {
      long key = random.nextInt(2 * KEYS);
      switch (random.nextInt(3)) {
        case 0 -> map.put(key, -key - 1);
        case 1 -> map.remove(key);
        default ->
            store.atomically(group -> {
              group.put(map, key, -key - 1);
              group.remove(map, (key + 1) % (2 * KEYS));
              return null;
            });
      }
    }
  }

  /** What is made of the value then: where there is no function nothing happens before that. */
  @Test
  @SuppressWarnings("NullAway") // on purpose
  void anUpdateWithoutAFunctionChangesNothing() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Long> map =
          store.map("/maps/visited", MapOptions.of(Codecs.longs(), Codecs.longs()));
      assertThrows(NullPointerException.class, () -> map.syncUpdate(1L, value -> 7L, null));
      assertThrows(NullPointerException.class, () -> map.syncUpdate(1L, null, value -> value));
      assertEquals(0, map.size());
    }
  }

  /** Of a group at whose second change the handler throws, the first one comes again, too. */
  @Test
  void aTailerHandsOnAGroupAnew() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Long> map =
          store.map("/maps/grouped", MapOptions.of(Codecs.longs(), Codecs.longs()));
      Tailer tailer = store.tailer(store.revision());
      store.atomically(group -> {
        group.put(map, 1L, 1L);
        group.put(map, 2L, 2L);
        return true;
      });
      var met = new ArrayList<Long>();
      ChangeHandler handler =
          change -> {
            met.add(map.key(change));
            if (met.size() == 2) {
              throw new Refusal();
            }
            return true;
          };
      assertThrows(Refusal.class, () -> tailer.poll(handler, 10));
      assertEquals(2, tailer.poll(handler, 10));
      assertEquals(met.subList(0, 2), met.subList(2, 4));
    }
  }
}
