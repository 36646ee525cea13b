package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The calls of each thread are done in their order, and nothing is kept when all are done. */
@Timeout(180)
class LanesTest {
  private final Lanes lanes = new Lanes();
  private final CountDownLatch gate = new CountDownLatch(1);

  private static <T> T of(CompletableFuture<T> answer) throws Exception {
    return answer.get(60, TimeUnit.SECONDS);
  }

  private boolean awaitGate() {
    try {
      return gate.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void awaitIdle() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!lanes.isIdle()) {
      assertTrue(System.nanoTime() < deadline, "lanes are left though all is done");
      Thread.onSpinWait();
    }
  }

  @Test
  void threadsDoNotWaitForEachOther() throws Exception {
    try (var vitrine = Vitrine.inMemory()) {
      AsyncMap<String, Long> map = vitrine.map("m", String.class, Long.class).async();
      CompletableFuture<Boolean> slow = map.call(_ -> awaitGate());
      var other = new CompletableFuture<CompletableFuture<Void>>();
      Thread.startVirtualThread(() -> other.complete(map.put("k", 1L).thenRun(gate::countDown)));
      of(of(other));
      assertEquals(true, of(slow));
      assertEquals(1L, of(map.get("k")));
    }
  }

  @Test
  void eachThreadHasItsOrderAndNothingIsKept() throws Exception {
    var done = new ArrayList<List<Integer>>();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 8; i++) {
      List<Integer> numbers = new ArrayList<>();
      done.add(numbers);
      Thread.Builder kind = i % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
      threads.add(
          kind.start(() -> {
            for (int n = 0; n < 5_000; n++) {
              int number = n;
              var last = lanes.call(() -> numbers.add(number));
              if (n % 50 == 49) {
                last.join(); // the lane may be about to end when the next one comes
              }
            }
          }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    awaitIdle();
    for (List<Integer> numbers : done) {
      assertEquals(IntStream.range(0, 5_000).boxed().toList(), numbers);
    }
  }

  @Test
  void whatIsCalledWithinACallKeepsNothingEither() throws Exception {
    CompletableFuture<Integer> sum =
        lanes.call(() -> lanes.<Integer>call(() -> 1).join() + lanes.<Integer>call(() -> 2).join());
    assertEquals(3, of(sum));
    awaitIdle();
  }

  @Test
  void whatIsQueuedIsFailedOrDone() throws Exception {
    var queued = new ArrayList<QueuedCall>();
    var told =
        new Lanes(
            new QueuedCalls() {
              @Override
              public synchronized void add(QueuedCall call) {
                queued.add(call);
              }

              @Override
              public synchronized void remove(QueuedCall call) {
                queued.remove(call);
              }
            });
    var running = new CountDownLatch(1);
    CompletableFuture<Boolean> slow =
        told.call(() -> {
          running.countDown();
          return awaitGate();
        });
    running.await();
    var ran = new ArrayList<String>();
    CompletableFuture<Boolean> failed = told.call(() -> ran.add("failed"));
    CompletableFuture<Boolean> done = told.call(() -> ran.add("done"));
    queued.getFirst().fail(new IllegalStateException("late"));
    assertEquals("late", of(failed.handle((_, e) -> e.getMessage())));
    assertFalse(slow.isDone());
    gate.countDown();
    assertEquals(true, of(slow));
    assertEquals(true, of(done));
    assertEquals(List.of("done"), ran);
    assertEquals(List.of(), queued);
  }

  @Test
  void anInterruptThatACallLeavesIsNotTheNextOnes() throws Exception {
    var gate = new CompletableFuture<Boolean>();
    CompletableFuture<Boolean> first =
        lanes.call(() -> {
          gate.join();
          Thread.currentThread().interrupt();
          return true;
        });
    CompletableFuture<Boolean> second = lanes.call(() -> Thread.currentThread().isInterrupted());
    gate.complete(true);
    assertTrue(first.get(60, TimeUnit.SECONDS));
    assertFalse(second.get(60, TimeUnit.SECONDS));
  }
}
