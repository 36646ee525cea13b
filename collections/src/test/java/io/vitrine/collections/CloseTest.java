package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Subscribers that close what they or others subscribe to. */
@Timeout(180)
class CloseTest {
  private static final SubscriptionOptions<String, Long> ALL = SubscriptionOptions.all();

  private final Vitrine one = Vitrine.inMemory();
  private final Vitrine other = Vitrine.inMemory();
  private final List<CompletableFuture<Boolean>> closed = new ArrayList<>();
  private final CountDownLatch bootstrapped = new CountDownLatch(1);
  private final long closeNanos = LogWatcher.closeNanos;

  /** Whoever waits in vain does so for longer than the test does. */
  @BeforeEach
  void waitForLong() {
    LogWatcher.closeNanos = TimeUnit.HOURS.toNanos(1);
  }

  @AfterEach
  void waitAsBefore() {
    LogWatcher.closeNanos = closeNanos;
  }

  /** Closes one at the first change of another, when all have come so far. */
  private void closing(Vitrine watched, Vitrine closes, CountDownLatch meet) {
    var told = new CompletableFuture<Boolean>();
    closed.add(told);
    watched
        .map("m", String.class, Long.class)
        .subscribe(
            ALL,
            new Subscriber<MapEvent<String, Long>>() {
              @Override
              public void onNext(MapEvent<String, Long> event, long revision) {
                meet.countDown();
                awaitLatch(meet);
                closes.close();
                told.complete(true);
              }

              @Override
              public void onBootstrapped(long revision) {
                bootstrapped.countDown();
              }
            });
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertNoneWaitsInVain() throws Exception {
    for (CompletableFuture<Boolean> told : closed) {
      assertTrue(told.get(60, TimeUnit.SECONDS), "close has returned");
    }
  }

  private static void put(Vitrine... vitrines) {
    for (Vitrine vitrine : vitrines) {
      vitrine.map("m", String.class, Long.class).put("a", 1L);
    }
  }

  @Test
  void subscribersMayBothCloseTheirVitrine() throws Exception {
    var meet = new CountDownLatch(2);
    put(one);
    closing(one, one, meet);
    closing(one, one, meet);
    assertNoneWaitsInVain();
    other.close();
  }

  @Test
  void subscribersMayCloseEachOthersVitrines() throws Exception {
    var meet = new CountDownLatch(2);
    put(one, other);
    closing(one, other, meet);
    closing(other, one, meet);
    assertNoneWaitsInVain();
  }

  /** Whoever makes a change may be who tells of it. */
  @Test
  void aSubscriberMayCloseTheVitrineThatItIsToldOf() throws Exception {
    closing(one, one, new CountDownLatch(1));
    awaitLatch(bootstrapped);
    ObservableMap<String, Long> map = one.map("m", String.class, Long.class);
    try {
      for (long i = 0; !closed.getFirst().isDone(); i++) {
        map.put("b", i);
      }
    } catch (IllegalStateException _) {
      // It is closed by now.
    }
    assertNoneWaitsInVain();
    other.close();
  }

  /** As that of a task that an executor is told to end, and that closes what it has opened. */
  @Test
  void whoIsInterruptedWaitsForSubscribersToo() throws Exception {
    Thread closer = Thread.currentThread();
    var begun = new CountDownLatch(1);
    var gate = new CountDownLatch(1);
    var cancelled = new AtomicBoolean();
    var closed = new AtomicBoolean();
    Vitrine vitrine = Vitrine.inMemory();
    ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
    map.subscribe(
        SubscriptionOptions.<String, Long>all(),
        new Subscriber<MapEvent<String, Long>>() {
          @Override
          public void onNext(MapEvent<String, Long> event, long revision) {
            begun.countDown();
            try {
              gate.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }

          @Override
          public void onCancelled(String reason) {
            cancelled.set(true);
          }
        });
    map.put("a", 1L);
    begun.await();
    Thread opener =
        Thread.ofPlatform()
            .start(() -> {
              while (!closed.get() && closer.getState() != Thread.State.TIMED_WAITING) {
                LockSupport.parkNanos(1_000_000);
              }
              gate.countDown();
            });
    closer.interrupt();
    vitrine.close();
    closed.set(true);
    assertTrue(cancelled.get(), "told before close returns");
    assertTrue(Thread.interrupted(), "the interrupt is not lost");
    opener.join();
  }
}
