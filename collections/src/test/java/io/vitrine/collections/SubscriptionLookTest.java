package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever has made a change has the subscribers told, perhaps on his own thread. */
@Timeout(180)
class SubscriptionLookTest {
  private static final int WRITERS = 3;
  private static final int CHANGES = 20_000;

  @Test
  void whoeverChangesMayTellHimself() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var tellers = ConcurrentHashMap.<Thread>newKeySet();
      var seen = new AtomicLong(-1);
      Subscription<?> subscription =
          map.subscribe(
              SubscriptionOptions.<String, Long>all().withoutBootstrap(),
              (MapEvent<String, Long> event, long _) -> {
                tellers.add(Thread.currentThread());
                Long value = event.value();
                assertEquals(seen.get() + 1, value, "one after the other");
                seen.set(value);
              });
      var next = new AtomicLong();
      Await.until(
          () -> {
            long i = next.getAndIncrement();
            map.set("a", i);
            subscription.look(true);
            await(seen, i);
            return tellers.contains(Thread.currentThread());
          },
          () -> "this thread among those who tell " + tellers);
      subscription.cancel();
    }
  }

  @Test
  void eachChangeIsToldOnceAndInOrderWhoeverTells() throws InterruptedException {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var other = vitrine.map("other", String.class, Long.class);
      var within = new AtomicBoolean();
      var told = new AtomicLong();
      var last = new HashMap<String, Long>(); // of whoever has the turn
      var failure = new AtomicReference<String>();
      var revision = new AtomicLong();
      Subscription<?> subscription =
          map.subscribe(
              SubscriptionOptions.<String, Long>all().withoutBootstrap(),
              (MapEvent<String, Long> event, long rev) -> {
                if (!within.compareAndSet(false, true)) {
                  failure.set("two at once");
                }
                if (rev <= revision.getAndSet(rev)) {
                  failure.set("revision " + rev + " came late");
                }
                Long before = last.put(event.key(), event.value());
                if (event.value() != (before == null ? 0 : before + 1)) {
                  failure.set(event + " after " + before);
                }
                within.set(false);
                told.incrementAndGet();
              });
      var writers = new ArrayList<Thread>();
      for (int w = 0; w < WRITERS; w++) {
        String key = "key-" + w;
        int number = w;
        writers.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (long i = 0; i < CHANGES; i++) {
                    map.set(key, i);
                    if (i % 7 == 0) {
                      other.set(key, i);
                    }
                    subscription.look(i % 3 != number);
                  }
                }));
      }
      for (Thread writer : writers) {
        writer.join();
      }
      await(told, WRITERS * CHANGES);
      assertEquals(null, failure.get());
      subscription.cancel();
    }
  }

  /** Whoever looks at the log leaves changes to those who tell of them, but not for long. */
  @Test
  void aChangeThatNobodyTellsOfIsFoundAmongOthers() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var seen = new AtomicLong(-1);
      Subscription<?> subscription =
          map.subscribe(
              SubscriptionOptions.<String, Long>all().withoutBootstrap(),
              (MapEvent<String, Long> event, long _) -> seen.set(event.value()));
      for (long i = 0; i < 2_000; i++) {
        map.set("a", i);
        if (i % 10 != 9) {
          subscription.look(true);
        }
        await(seen, i);
      }
      subscription.cancel();
    }
  }

  /**
   * Who borrows a turn may have to wait; who waits for the turn must not keep him from going on.
   */
  @Test
  void thoseWhoWaitForTheirTurnKeepNobody() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      int count = 8;
      long changes = 100;
      var told = new AtomicLong();
      for (int i = 0; i < count; i++) {
        var map = vitrine.map("m" + i, String.class, Long.class);
        SubscriptionOptions<String, Long> options = SubscriptionOptions.all();
        Subscription<?> subscription =
            map.subscribe(
                options.withoutBootstrap(),
                (MapEvent<String, Long> _, long _) -> {
                  LockSupport.parkNanos(200_000); // on whose thread ever
                  told.incrementAndGet();
                });
        Thread.startVirtualThread(() -> {
          for (long k = 0; k < changes; k++) {
            map.set("k", k);
            subscription.look(true);
          }
        });
      }
      await(told, count * changes);
    }
  }

  @Test
  void nothingIsToldThatIsNotAskedFor() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var told = new AtomicLong();
      Subscription<?> subscription =
          map.subscribe(
              SubscriptionOptions.<String, Long>all().withoutBootstrap().withRequest(2),
              (MapEvent<String, Long> _, long _) -> told.incrementAndGet());
      for (long i = 0; i < 10; i++) {
        map.set("a", i);
        subscription.look(true);
      }
      await(told, 2);
      subscription.look(true);
      assertEquals(2, told.get());
      subscription.request(100);
      await(told, 10);
      subscription.cancel();
    }
  }

  @Test
  void aSubscriberThatFailsIsToldOnItsOwnThread() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var ends = new AtomicInteger();
      List<Thread> ended = new ArrayList<>();
      var ready = new AtomicBoolean();
      Subscription<?> subscription =
          map.subscribe(
              SubscriptionOptions.all(),
              new Subscriber<MapEvent<String, Long>>() {
                @Override
                public void onNext(MapEvent<String, Long> event, long revision) {
                  throw new IllegalArgumentException("not this one");
                }

                @Override
                public void onBootstrapped(long revision) {
                  ready.set(true);
                }

                @Override
                public void onError(Throwable failure) {
                  ended.add(Thread.currentThread());
                  ends.incrementAndGet();
                }
              });
      Await.until(ready::get, "the present state");
      map.set("a", 1L);
      subscription.look(true);
      Await.until(() -> ends.get() > 0, "the end");
      subscription.look(true);
      assertEquals(1, ends.get());
      assertFalse(ended.contains(Thread.currentThread()));
      assertTrue(subscription.isDone());
    }
  }

  private static void await(AtomicLong value, long wanted) {
    Await.until(() -> value.get() >= wanted, () -> wanted + ", found " + value);
  }
}
