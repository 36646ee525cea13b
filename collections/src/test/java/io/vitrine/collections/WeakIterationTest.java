package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Iteration over maps and sets while others change them: what is there all the time is met exactly
 * once, what comes and goes at most once, and nothing that never was.
 */
class WeakIterationTest {
  private static final long STAYING = 1_000;
  private static final long ALL = 6_000;
  private static final int WRITERS = 2;
  private static final int WALKS = 30;

  private final Vitrine vitrine = Vitrine.inMemory();
  private volatile boolean over;

  @AfterEach
  void close() {
    vitrine.close();
  }

  /** Walks again and again while writers add and remove what does not stay, and grow the whole. */
  private void walk(Iterable<Long> keys, Actions actions) {
    LongStream.range(0, STAYING).forEach(actions::add);
    var writers = new ArrayList<CompletableFuture<Void>>();
    for (int i = 0; i < WRITERS; i++) {
      var random = new Random(i);
      writers.add(
          CompletableFuture.runAsync(() -> {
            while (!over) {
              long key = STAYING + random.nextLong(ALL - STAYING);
              if (random.nextInt(3) > 0) {
                actions.add(key);
              } else {
                actions.remove(key);
              }
            }
          }));
    }
    try {
      for (int i = 0; i < WALKS; i++) {
        checkWalk(keys.iterator());
      }
    } finally {
      over = true;
      writers.forEach(CompletableFuture::join);
    }
  }

  private static void checkWalk(Iterator<Long> iterator) {
    Map<Long, Integer> met = new HashMap<>();
    while (iterator.hasNext()) {
      met.merge(iterator.next(), 1, Integer::sum);
    }
    met.forEach((key, times) -> {
      assertEquals(1, times, () -> "met " + key + " so often");
      assertTrue(key >= 0 && key < ALL, () -> key + " never was");
    });
    long staying = met.keySet().stream().filter(key -> key < STAYING).count();
    assertEquals(STAYING, staying, "met of those that stay");
  }

  private interface Actions {
    void add(long key);

    void remove(long key);
  }

  private record OfMap(ObservableMap<Long, Long> map) implements Actions {
    @Override
    public void add(long key) {
      map.set(key, key + 1);
    }

    @Override
    public void remove(long key) {
      map.remove(key);
    }
  }

  private record OfSet(ObservableSet<Long> set) implements Actions {
    @Override
    public void add(long key) {
      set.add(key);
    }

    @Override
    public void remove(long key) {
      set.remove(key);
    }
  }

  @Test
  void keysOfAMap() {
    ObservableMap<Long, Long> map = vitrine.map("m", Long.class, Long.class);
    walk(map.keySet(), new OfMap(map));
  }

  @Test
  void entriesOfAMap() {
    ObservableMap<Long, Long> map = vitrine.map("m", Long.class, Long.class);
    walk(
        () ->
            map.entrySet().stream()
                .filter(e -> e.getValue() == e.getKey() + 1)
                .map(Map.Entry::getKey)
                .iterator(),
        new OfMap(map));
  }

  @Test
  void forEachOfAMap() {
    ObservableMap<Long, Long> map = vitrine.map("m", Long.class, Long.class);
    walk(
        () -> {
          List<Long> keys = new ArrayList<>();
          map.forEach((key, _) -> keys.add(key));
          return keys.iterator();
        },
        new OfMap(map));
  }

  @Test
  void aSet() {
    ObservableSet<Long> set = vitrine.set("s", Long.class);
    walk(set, new OfSet(set));
  }
}
