package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One thread tells many the same: none of them can keep it from the others. */
@Timeout(120)
class SharedTellingTest {
  private static final String TELLER = "vitrine-watcher";
  private static final SubscriptionOptions<String, Long> OPTIONS =
      SubscriptionOptions.<String, Long>all().withoutBootstrap();

  /** Takes all at once. */
  private static class Told implements Subscriber<MapEvent<String, Long>> {
    volatile long last = -1;
    volatile boolean byTeller;
    volatile @Nullable Throwable failure;
    volatile @Nullable String ended;

    @Override
    public boolean sharesItems() {
      return true;
    }

    @Override
    public void onNext(MapEvent<String, Long> item, long revision) {
      assertFalse(isTeller(), "only at once by whoever tells others, too");
      note(item);
    }

    @Override
    public boolean onShared(List<? extends MapEvent<String, Long>> items) {
      byTeller |= isTeller();
      items.forEach(this::note);
      return true;
    }

    static boolean isTeller() {
      return TELLER.equals(Thread.currentThread().getName());
    }

    private void note(MapEvent<String, Long> event) {
      long value = java.util.Objects.requireNonNull(event.value());
      assertEquals(last + 1, value);
      last = value;
    }

    @Override
    public void onError(Throwable e) {
      failure = e;
    }

    @Override
    public void onCancelled(String reason) {
      ended = reason;
    }

    void await(long value) {
      Await.until(
          () -> last == value || failure != null,
          () -> "value " + value + ", found " + last + ", " + failure);
      if (failure != null) {
        throw new AssertionError(failure);
      }
    }
  }

  /** Changes until somebody was told by the teller; answers the last value. */
  private static long changeUntil(
      ObservableMap<String, Long> map, long from, java.util.function.BooleanSupplier done) {
    long value = from;
    while (!done.getAsBoolean()) {
      map.put("a", value);
      value++;
      assertTrue(value < 10_000_000, "told by its own thread only");
    }
    return value - 1;
  }

  @Test
  void anInterruptIsNotLeftBehind() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var seen = new AtomicBoolean();
      var all = new Told[4];
      for (int i = 0; i < all.length; i++) {
        all[i] =
            new Told() {
              @Override
              public boolean onShared(List<? extends MapEvent<String, Long>> items) {
                boolean found = Thread.currentThread().isInterrupted();
                seen.compareAndSet(false, isTeller() && found);
                boolean taken = super.onShared(items);
                if (isTeller()) {
                  Thread.currentThread().interrupt();
                }
                return taken;
              }
            };
        map.subscribe(OPTIONS, all[i]);
      }
      long value = changeUntil(map, 0, () -> all[0].byTeller && all[3].byTeller);
      for (Told each : all) {
        each.await(value);
      }
      assertFalse(seen.get(), "one was told with an interrupt that was left behind");
    }
  }

  @Test
  void aFailureEndsOnlyWhoMadeIt() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var others = List.of(new Told(), new Told());
      var failing =
          new Told() {
            @Override
            public boolean onShared(List<? extends MapEvent<String, Long>> items) {
              boolean taken = super.onShared(items);
              if (byTeller) {
                throw new OutOfMemoryError("made by a test");
              }
              return taken;
            }
          };
      map.subscribe(OPTIONS, others.getFirst());
      map.subscribe(OPTIONS, failing);
      map.subscribe(OPTIONS, others.getLast());
      long last = changeUntil(map, 0, () -> failing.byTeller);
      Await.until(() -> failing.failure != null, () -> "its last call");
      assertEquals("made by a test", String.valueOf(failing.failure.getMessage()));
      for (long i = 0; i < 100; i++) {
        map.put("a", ++last);
      }
      for (Told other : others) {
        other.await(last);
      }
    }
  }

  @Test
  void whoHasNoRoomIsToldByItsOwnThread() throws InterruptedException {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var other = new Told();
      var full = new AtomicBoolean();
      var room = new CountDownLatch(1);
      var slow =
          new Told() {
            @Override
            public boolean isReady() {
              return !full.get();
            }

            @Override
            public void awaitReady() {
              try {
                if (full.get()) {
                  room.await();
                }
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            }
          };
      map.subscribe(OPTIONS, slow);
      map.subscribe(OPTIONS, other);
      long last = changeUntil(map, 0, () -> slow.byTeller && other.byTeller);
      slow.await(last);
      full.set(true);
      for (long i = 0; i < 1_000; i++) {
        map.put("a", ++last);
      }
      other.await(last);
      assertEquals(last - 1_000, slow.last);
      full.set(false);
      room.countDown();
      slow.await(last);
    }
  }

  @Test
  void whoIsToldMayCloseTheVitrine() {
    long before = LogWatcher.closeNanos;
    LogWatcher.closeNanos = 1_000_000_000_000L; // longer than the test may take
    Vitrine vitrine = Vitrine.inMemory();
    try {
      var map = vitrine.map("m", String.class, Long.class);
      var closed = new AtomicBoolean();
      var closing =
          new Told() {
            @Override
            public boolean onShared(List<? extends MapEvent<String, Long>> items) {
              boolean taken = super.onShared(items);
              if (isTeller() && closed.compareAndSet(false, true)) {
                vitrine.close();
              }
              return taken;
            }
          };
      var other = new Told();
      map.subscribe(OPTIONS, closing);
      map.subscribe(OPTIONS, other);
      try {
        long _ = changeUntil(map, 0, closed::get);
      } catch (IllegalStateException _) {
        assertTrue(closed.get()); // while it was being changed
      }
      for (Told each : List.of(closing, other)) {
        Await.until(
            () -> each.ended != null || each.failure != null, () -> "the last call of each");
      }
    } finally {
      vitrine.close();
      LogWatcher.closeNanos = before;
    }
  }

  /** One of them told by the teller, the other by its own thread, which waits for that. */
  @Test
  void subscribersMayBothCloseTheirVitrine() {
    long before = LogWatcher.closeNanos;
    LogWatcher.closeNanos = 1_000_000_000_000L;
    Vitrine vitrine = Vitrine.inMemory();
    try {
      var map = vitrine.map("m", String.class, Long.class);
      var meet = new CountDownLatch(2);
      var byTeller = new Closing(vitrine, true, meet);
      var byItself = new Closing(vitrine, false, meet);
      map.subscribe(OPTIONS, byTeller);
      var handle = map.subscribe(OPTIONS, byItself);
      try {
        long _ =
            changeUntil(
                map,
                0,
                () -> {
                  handle.look(false); // who tells the other one, and waits, wakes nobody
                  return meet.getCount() == 0;
                });
      } catch (IllegalStateException _) {
        // It is closed by now.
      }
      for (Closing each : List.of(byTeller, byItself)) {
        Await.until(
            () -> each.ended != null || each.failure != null, () -> "the last call of each");
      }
    } finally {
      vitrine.close();
      LogWatcher.closeNanos = before;
    }
  }

  /** Closes the vitrine once another one is about to do so, too. */
  private static final class Closing extends Told {
    private final Vitrine vitrine;
    private final boolean wantsTeller;
    private final CountDownLatch meet;
    private boolean closes = true;

    Closing(Vitrine vitrine, boolean wantsTeller, CountDownLatch meet) {
      this.vitrine = vitrine;
      this.wantsTeller = wantsTeller;
      this.meet = meet;
    }

    @Override
    public boolean isReady() {
      return wantsTeller;
    }

    @Override
    public boolean onShared(List<? extends MapEvent<String, Long>> items) {
      boolean taken = super.onShared(items);
      if (closes && isTeller() == wantsTeller) {
        closes = false;
        meet.countDown();
        try {
          meet.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        vitrine.close();
      }
      return taken;
    }
  }
}
