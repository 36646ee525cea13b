package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Maps are dropped and stores closed while other threads use them: each call tells so by the map's
 * name, whichever access it was at, and nothing is damaged.
 */
class ClosedWhileUsedTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4);
  private static final MapOptions<Long, Long> COMPACT =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4).compact();
  private static final int ROUNDS = 60;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Calls of all threads that have ended. */
  private final AtomicLong calls = new AtomicLong();

  @TempDir Path folder;

  private interface Work {
    void run(Store store, int i);
  }

  @Test
  void dropTellsWhichMap() throws Exception {
    Map<String, Throwable> wrong = new ConcurrentHashMap<>();
    try (Store store = Stores.open(folder)) {
      var ended = new AtomicBoolean();
      List<Thread> threads = start(store, ended, wrong, false);
      for (int i = 0; i < 3 * ROUNDS; i++) {
        store.drop(i % 2 == 0 ? "/maps/a" : "/maps/c");
        awaitCalls(100, wrong);
      }
      ended.set(true);
      end(threads);
    }
    assertEquals(Map.of(), wrong);
    assertEquals(List.of(), Stores.check(folder).findings());
  }

  /** What another process dropped is unmapped amid calls when this one looks round. */
  @Test
  void dropByAnotherProcessTellsWhichMap() throws Exception {
    Map<String, Throwable> wrong = new ConcurrentHashMap<>();
    try (Store store = Stores.open(folder);
        Store dropper = Stores.open(folder)) {
      var ended = new AtomicBoolean();
      List<Thread> threads = start(store, ended, wrong, false);
      for (int i = 0; i < 3 * ROUNDS; i++) {
        dropper.drop(i % 2 == 0 ? "/maps/a" : "/maps/c");
        store.sweep();
        awaitCalls(20, wrong);
        dropper.drop(i % 2 == 0 ? "/maps/a" : "/maps/c");
        store.list("/");
        store.describe("/maps/a");
        store.statistics("/maps/c");
        awaitCalls(80, wrong);
      }
      ended.set(true);
      end(threads);
    }
    assertEquals(Map.of(), wrong);
    assertEquals(List.of(), Stores.check(folder).findings());
  }

  @Test
  void closeTellsWhichMapAndDamagesNothing() throws Exception {
    Map<String, Throwable> wrong = new ConcurrentHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      Store store = Stores.open(folder);
      List<Thread> threads = start(store, new AtomicBoolean(), wrong, true);
      awaitCalls(1 + 50 * (round % 10), wrong);
      store.close();
      end(threads);
      // A lock may be left as that of a dead process, which the next one takes over.
      assertEquals(0, Stores.check(folder).damages(), "after close " + round);
    }
    assertEquals(Map.of(), wrong);
  }

  private List<Thread> start(
      Store store, AtomicBoolean ended, Map<String, Throwable> wrong, boolean untilClosed) {
    var threads = new ArrayList<Thread>();
    List<Work> works =
        List.of(
            (s, i) -> a(s).put(i % 500L, new byte[i % 300]),
            (s, i) -> {
              a(s).get(i % 500L);
              a(s).remove((i + 7) % 500L);
              c(s).put(i % 500L, 1L);
            },
            (s, i) -> {
              c(s).get(5L);
              a(s).forEach((key, value) -> c(s).remove(key));
            },
            (s, i) ->
                s.atomically(group -> {
                  group.put(a(s), 1L, new byte[3]);
                  group.put(c(s), 2L, 3L);
                  return true;
                }),
            (s, i) -> {
              Batch<Long, byte[]> batch = a(s).batch();
              for (long key = 0; key < 40; key++) {
                batch.add((i + key) % 500, new byte[200]);
              }
              batch.get();
              batch.put();
            },
            (s, i) -> {
              Snapshot<Long, byte[]> snapshot = a(s).snapshot();
              boolean more = true;
              while (more) {
                more = snapshot.next((key, value, revision) -> {}, 20);
              }
            });
    for (Work work : works) {
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                for (int i = 0; !ended.get(); i++) {
                  try {
                    work.run(store, i);
                    calls.incrementAndGet();
                  } catch (IllegalStateException e) {
                    if (!isTold(e)) {
                      wrong.put(e.toString(), e);
                    }
                    if (untilClosed) {
                      return;
                    }
                  } catch (Throwable e) {
                    wrong.put(e.toString(), e);
                    return;
                  }
                }
              }));
    }
    return threads;
  }

  /** Waits until so many more calls were made, unless one has failed as none may. */
  private void awaitCalls(int more, Map<String, Throwable> wrong) {
    long wanted = calls.get() + more;
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (calls.get() < wanted && wrong.isEmpty()) {
      assertTrue(System.nanoTime() - deadline < 0, "the threads hang");
      Thread.onSpinWait();
    }
  }

  /** Whether it says what is closed or dropped, and what to do. */
  private static boolean isTold(IllegalStateException e) {
    String message = String.valueOf(e.getMessage());
    boolean isDropped =
        message.contains("map /maps/") && message.contains("dropped; open it again");
    return isDropped || (message.contains("store") && message.contains("is closed"));
  }

  private static StoreMap<Long, byte[]> a(Store store) {
    return store.map("/maps/a", OPTIONS);
  }

  private static StoreMap<Long, Long> c(Store store) {
    return store.map("/maps/c", COMPACT);
  }

  private static void end(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(60));
      assertTrue(!thread.isAlive(), "a call hangs");
    }
  }
}
