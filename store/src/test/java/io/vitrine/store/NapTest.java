package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads with their interrupt set wait for a writer, and leave the processors to him. */
@Timeout(180)
class NapTest {
  /** More than there are processors for virtual threads. */
  private static final int WAITERS = 4 * Runtime.getRuntime().availableProcessors();

  private static final int KEYS = 100;

  @TempDir Path folder;

  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void open() {
    gate.countDown();
    Step.hook(null);
  }

  @Test
  void whoWaitsForAWriterLetsOthersRun() throws Exception {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map =
          store.map("/maps/m", MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(64));
      for (long key = 0; key < KEYS; key++) {
        map.put(key, key);
      }
      List<Snapshot<Long, Long>> walks = new ArrayList<>();
      for (int i = 0; i < WAITERS; i++) {
        walks.add(map.snapshot());
      }
      var reserved = new CountDownLatch(1);
      Thread writer = Thread.ofPlatform().unstarted(() -> map.put(7L, -7L));
      Step.hook(step -> stopAt(step, writer, reserved));
      writer.start();
      reserved.await();
      var begun = new CountDownLatch(WAITERS);
      List<CompletableFuture<Boolean>> ends = new ArrayList<>();
      for (Snapshot<Long, Long> walk : walks) {
        var end = new CompletableFuture<Boolean>();
        ends.add(end);
        Thread.ofVirtual().start(() -> walk(walk, begun, end));
      }
      begun.await();
      var other = new CompletableFuture<Boolean>();
      Thread.ofVirtual().start(() -> other.complete(true));
      assertTrue(other.get(60, TimeUnit.SECONDS), "who waits keeps nobody from the processors");
      gate.countDown();
      writer.join();
      for (CompletableFuture<Boolean> end : ends) {
        assertTrue(end.get(60, TimeUnit.SECONDS), "the interrupt is not lost");
      }
    }
  }

  private void stopAt(Step step, Thread writer, CountDownLatch reserved) {
    if (step == Step.RECORD_RESERVED && Thread.currentThread().equals(writer)) {
      reserved.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static void walk(
      Snapshot<Long, Long> walk, CountDownLatch begun, CompletableFuture<Boolean> end) {
    begun.countDown();
    Thread.currentThread().interrupt();
    try {
      var entries = new ArrayList<Long>();
      while (walk.next(
          (key, value, _) -> {
            assertEquals(key, value);
            entries.add(key);
          },
          KEYS)) {
        // goes on
      }
      assertEquals(KEYS, entries.size());
      end.complete(Thread.currentThread().isInterrupted());
    } catch (Throwable e) {
      end.completeExceptionally(e);
    }
  }
}
