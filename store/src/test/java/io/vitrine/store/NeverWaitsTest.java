package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads that must not wait either make a change or have not touched anything. */
class NeverWaitsTest {
  private static final int OPERATIONS = 30_000;
  private static final int KEYS = 5_000;
  private static final MapOptions<Long, byte[]> BLOCKS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4);
  private static final MapOptions<Long, Long> COMPACT =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4).compact();

  @TempDir Path folder;

  private static final class Loop extends Thread implements NeverWaits {
    Loop(Runnable task) {
      super(task, "never-waits");
    }
  }

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  /** What a task on a thread that must not wait ended with; null for nothing. */
  private static @Nullable Throwable onLoop(Runnable task) throws Exception {
    var run =
        new FutureTask<@Nullable Throwable>(() -> {
          try {
            task.run();
            return null;
          } catch (Throwable e) {
            return e;
          }
        });
    var thread = new Loop(run);
    thread.start();
    Throwable end = run.get(60, TimeUnit.SECONDS);
    thread.join();
    return end;
  }

  @Test
  void doesNotWaitForAnOwnerOfASegment() throws Exception {
    try (MappedStore store = (MappedStore) Logged.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/m", BLOCKS.withSegments(1));
      map.put(1L, new byte[] {1});
      var stopped = new CountDownLatch(1);
      var goOn = new CountDownLatch(1);
      var owner = Thread.ofPlatform().unstarted(() -> map.put(1L, new byte[] {2}));
      Step.hook(at -> {
        if (at == Step.LOCKED && Thread.currentThread().equals(owner)) {
          stopped.countDown();
          awaitQuietly(goOn);
        }
      });
      owner.start();
      assertTrue(stopped.await(60, TimeUnit.SECONDS));
      long before = store.revision();

      Throwable end = onLoop(() -> map.put(1L, new byte[] {3}));

      assertInstanceOf(WouldWaitException.class, end);
      assertInstanceOf(WouldWaitException.class, onLoop(() -> map.remove(1L)));
      assertNull(onLoop(() -> assertArrayEquals(new byte[] {1}, map.get(1L))));
      assertEquals(before, store.revision());
      goOn.countDown();
      owner.join();
      assertArrayEquals(new byte[] {2}, map.get(1L));
      assertNull(onLoop(() -> map.put(1L, new byte[] {3})));
      assertArrayEquals(new byte[] {3}, map.get(1L));
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void doesNotWaitForTheDisk() throws Exception {
    try (Store store = Stores.open(folder, Logged.OPTIONS.withDurability(Durability.SYNC))) {
      StoreMap<Long, byte[]> map = store.map("/maps/m", BLOCKS);
      StoreMap<Long, Long> compact = store.map("/maps/c", COMPACT);
      map.put(1L, new byte[] {1});
      compact.put(1L, 1L);
      long before = store.revision();

      assertInstanceOf(WouldWaitException.class, onLoop(() -> map.put(1L, new byte[] {2})));
      assertInstanceOf(WouldWaitException.class, onLoop(() -> compact.put(1L, 2L)));
      assertInstanceOf(WouldWaitException.class, onLoop(() -> compact.remove(1L)));

      assertEquals(before, store.revision());
      assertArrayEquals(new byte[] {1}, map.get(1L));
      assertEquals(1L, compact.get(1L));
    }
  }

  @Test
  void whatIsRefusedChangesNothingWhileBlocksAndTablesAndLogsGrow() throws Exception {
    changesAreMadeOnceOrRefused(
        BLOCKS,
        random -> new byte[random.nextInt(50) == 0 ? random.nextInt(40_000) : random.nextInt(300)]);
  }

  @Test
  void whatIsRefusedChangesNothingInACompactMap() throws Exception {
    changesAreMadeOnceOrRefused(COMPACT, Random::nextLong);
  }

  /** By the short ways, which a log that tells of changes has not. */
  @Test
  void whatIsRefusedChangesNothingWithoutALog() throws Exception {
    Path folders = folder;
    folder = folders.resolve("arrays");
    changesAreMadeOnceOrRefused(
        BLOCKS, random -> new byte[random.nextInt(9) == 0 ? random.nextInt(300) : 64], false);
    folder = folders.resolve("numbers");
    changesAreMadeOnceOrRefused(
        MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(2), Random::nextLong, false);
  }

  private <V> void changesAreMadeOnceOrRefused(
      MapOptions<Long, V> options, Function<Random, V> values) throws Exception {
    changesAreMadeOnceOrRefused(options, values, true);
  }

  /** Each change is tried on a thread that must not wait, and made elsewhere where it refuses. */
  private <V> void changesAreMadeOnceOrRefused(
      MapOptions<Long, V> options, Function<Random, V> values, boolean isLogged) throws Exception {
    long seed = new Random().nextLong();
    int[] refused = new int[1];
    try (Store store = isLogged ? Logged.open(folder) : Stores.open(folder)) {
      StoreMap<Long, V> map = store.map("/maps/m", options);
      var model = new HashMap<Long, V>();
      Tailer tailer = isLogged ? store.tailer(store.revision()) : null;
      Throwable end =
          onLoop(() -> {
            var random = new Random(seed);
            for (int i = 0; i < OPERATIONS; i++) {
              Long key = (long) random.nextInt(KEYS);
              V value = random.nextInt(4) == 0 ? null : values.apply(random);
              boolean changes = value != null || model.containsKey(key);
              refused[0] += isChangedHere(map, key, value) ? 0 : 1;
              if (tailer != null) {
                assertEquals(changes ? 1 : 0, tailer.poll(_ -> true, 10), "operation " + i);
              }
              model.compute(key, (_, _) -> value);
            }
          });
      assertNull(end, () -> "seed " + seed + ": " + end);
      assertTrue(refused[0] > 0, () -> "seed " + seed + ": nothing would have waited");
      assertTrue(refused[0] < OPERATIONS / 4, () -> "seed " + seed + ": " + refused[0]);
      assertEquals(model.size(), map.size(), "seed " + seed);
      model.forEach((key, value) ->
          assertTrue(Objects.deepEquals(value, map.get(key)), "seed " + seed + " key " + key));
    }
    assertTrue(Stores.check(folder).isClean(), "seed " + seed);
  }

  /** Makes a change; answers whether it was made on this thread. */
  private static <V> boolean isChangedHere(StoreMap<Long, V> map, Long key, @Nullable V value) {
    try {
      change(map, key, value);
      return true;
    } catch (WouldWaitException e) {
      CompletableFuture.runAsync(() -> change(map, key, value)).join();
      return false;
    }
  }

  private static <V> void change(StoreMap<Long, V> map, Long key, @Nullable V value) {
    if (value == null) {
      var _ = map.remove(key);
    } else {
      map.put(key, value);
    }
  }
}
