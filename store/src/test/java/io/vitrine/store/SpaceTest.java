package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Removing and inserting entries of random sizes at a steady number does not make a file grow
 * without bound. By hand with a million entries: {@code -Dvitrine.space.entries=1000000}.
 */
class SpaceTest {
  private static final String PATH = "/maps/c";
  private static final int ENTRIES = Integer.getInteger("vitrine.space.entries", 100_000);
  private static final int ROUNDS = 20;
  private static final double BOUND = 1.3;

  @TempDir Path folder;

  private static MapOptions<Long, byte[]> options() {
    int segments = Math.max(1, Integer.highestOneBit(ENTRIES / 1_000));
    return MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(segments);
  }

  /** Keys of one writer, of which it removes some and inserts others instead. */
  private static final class Churn {
    private final StoreMap<Long, byte[]> map;
    private final Random random;
    private final int bytesMax;
    private final long[] keys;
    private long next;

    Churn(StoreMap<Long, byte[]> map, long first, int entries, int bytesMax, long seed) {
      this.map = map;
      this.random = new Random(seed);
      this.bytesMax = bytesMax;
      this.keys = new long[entries];
      this.next = first;
    }

    void fill() {
      for (int i = 0; i < keys.length; i++) {
        insert(i);
      }
    }

    private void insert(int i) {
      keys[i] = next++;
      map.put(keys[i], new byte[random.nextInt(bytesMax)]);
    }

    void round() {
      int changed = keys.length * 3 / 10;
      for (int i = 0; i < changed; i++) {
        int other = i + random.nextInt(keys.length - i);
        long key = keys[other];
        keys[other] = keys[i];
        keys[i] = key;
        map.remove(key);
      }
      for (int i = 0; i < changed; i++) {
        insert(i);
      }
    }
  }

  private static long bytes(Store store) {
    return Objects.requireNonNull(store.describe(PATH)).bytes();
  }

  private static void assertBounded(long bytes, long early, int round) {
    assertTrue(
        bytes <= BOUND * early,
        bytes + " bytes after round " + round + ", " + early + " after round 2");
  }

  @Test
  void smallEntriesOfRandomSizes() {
    churn(130);
  }

  @Test
  void entriesOfAllSizes() {
    churn(1_000);
  }

  private void churn(int bytesMax) {
    try (Store store = Stores.open(folder, new StoreOptions(1 << 20))) {
      StoreMap<Long, byte[]> map = store.map(PATH, options());
      var churn = new Churn(map, 0, ENTRIES, bytesMax, bytesMax);
      churn.fill();
      long filled = bytes(store);
      long early = 0;
      for (int round = 1; round <= ROUNDS; round++) {
        churn.round();
        early = round == 2 ? bytes(store) : early;
        if (round > 2) {
          assertBounded(bytes(store), early, round);
        }
      }
      assertEquals(ENTRIES, map.size());
      long last = bytes(store);
      CompactionReport report = Objects.requireNonNull(store.compact(PATH));
      System.out.printf(
          "%,d entries of up to %d bytes: %,d bytes filled, %,d after round 2, %,d after round %d"
              + " (%.2f times), %,d compacted%n",
          ENTRIES,
          bytesMax,
          filled,
          early,
          last,
          ROUNDS,
          (double) last / early,
          report.bytesAfter());
      assertTrue(report.bytesAfter() <= 1.1 * filled, report + ", filled " + filled);
      Invariants.check(store);
    }
  }

  @Test
  void twoWritersAtOnce() throws Exception {
    try (Store store = Stores.open(folder, new StoreOptions(1 << 20));
        Store other = Stores.open(folder, new StoreOptions(1 << 20))) {
      Churn[] churns = {
        new Churn(store.map(PATH, options()), 0, ENTRIES / 2, 130, 1),
        new Churn(other.map(PATH, options()), 1L << 40, ENTRIES / 2, 130, 2)
      };
      long early = 0;
      for (int round = 0; round <= ROUNDS; round++) {
        int now = round;
        var failure = new AtomicReference<@Nullable Throwable>();
        var threads = new ArrayList<Thread>();
        for (Churn churn : churns) {
          Runnable task = now == 0 ? churn::fill : churn::round;
          threads.add(
              Thread.ofPlatform()
                  .uncaughtExceptionHandler((thread, e) -> failure.set(e))
                  .start(task));
        }
        for (Thread thread : threads) {
          thread.join();
        }
        if (failure.get() != null) {
          throw new AssertionError("a writer failed", failure.get());
        }
        early = round == 2 ? bytes(store) : early;
        if (round > 2) {
          assertBounded(bytes(store), early, round);
        }
      }
      assertEquals(ENTRIES, store.map(PATH, options()).size());
      Invariants.check(store);
    }
  }
}
