package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store of {@code ASYNC} that is closed while a thread is amid a change. */
@Timeout(60)
class AsyncCloseTest {
  private static final String PATH = "/maps/m";
  private static final MapOptions<Long, Long> MAP =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(16);
  private static final StoreOptions ASYNC =
      Logged.OPTIONS.withDurability(Durability.async(Duration.ofHours(1)));

  @TempDir Path folder;

  private final CountDownLatch reserved = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);
  private MappedStore other;
  private MappedStore store;
  private StoreMap<Long, Long> map;
  private FutureTask<@Nullable RuntimeException> slow;
  private FutureTask<@Nullable RuntimeException> closing;

  private static final class Loop extends Thread implements NeverWaits {
    Loop(Runnable task) {
      super(task, "never-waits");
    }
  }

  /** What a task ended with; null for nothing. */
  private static FutureTask<@Nullable RuntimeException> ending(Runnable task) {
    Callable<@Nullable RuntimeException> call =
        () -> {
          try {
            task.run();
            return null;
          } catch (RuntimeException e) {
            return e;
          }
        };
    return new FutureTask<>(call);
  }

  @BeforeEach
  void stopAmidAChange() throws Exception {
    other = (MappedStore) Logged.open(folder);
    store = (MappedStore) Stores.open(folder, ASYNC);
    map = store.map(PATH, MAP);
    map.put(0L, 0L); // so that there is something to force before what is reserved
    slow = ending(() -> map.put(1L, 1L));
    Thread writer = Thread.ofPlatform().unstarted(slow);
    Step.hook(step -> {
      if (step == Step.RECORD_RESERVED && Thread.currentThread().equals(writer)) {
        reserved.countDown();
        awaitQuietly(goesOn);
      }
    });
    writer.start();
    awaitQuietly(reserved);
    closing = ending(store::close);
  }

  @AfterEach
  void close() {
    Step.hook(null);
    other.close();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Closes as far as what lies before the change that is stopped; the last force has begun. */
  private void closeUpToIt() {
    long before = other.revision();
    assertTrue(other.words().forcedTo() < before, "the interval is an hour");
    Thread.ofPlatform().start(closing);
    while (other.words().forcedTo() < before) {
      LockSupport.parkNanos(100_000);
    }
  }

  private long revisionOf(long key) {
    return Objects.requireNonNull(other.map(PATH, MAP).getVersioned(key)).revision();
  }

  private void assertOnDiskUnlessTold(long key) throws Exception {
    RuntimeException told = closing.get();
    if (told == null) { // else the machine was slower than what a close waits for
      assertTrue(other.words().forcedTo() >= revisionOf(key), "key " + key);
    } else {
      assertTrue(String.valueOf(told.getMessage()).contains("not on disk"), told.toString());
    }
  }

  @Test
  void bringsToDiskWhatReturnedBehindAChangeUnderWay() throws Exception {
    map.put(2L, 2L); // returns, and lies behind the one that is stopped
    closeUpToIt();
    goesOn.countDown();
    assertOnDiskUnlessTold(2L);
    slow.get();
  }

  @Test
  void tellsWhatItCouldNotBringToDisk() throws Exception {
    map.put(2L, 2L);
    closeUpToIt();
    RuntimeException told = closing.get();
    assertTrue(String.valueOf(told).contains("its last changes are not on disk"), "" + told);
    assertFalse(other.words().forcedTo() >= revisionOf(2L));
    goesOn.countDown();
    slow.get();
  }

  @Test
  void aThreadThatNeverWaitsIsToldThatItsChangeIsMade() throws Exception {
    closeUpToIt();
    var change = ending(() -> map.put(3L, 3L));
    new Loop(change).start();
    RuntimeException told = Objects.requireNonNull(change.get()); // while that one is stopped
    String made = "the change is made, but it may not be on disk: the store is closed";
    // A machine that was slower than what a close waits for refuses the change.
    assertEquals(made.equals(told.getMessage()), other.map(PATH, MAP).containsKey(3L), "" + told);
    goesOn.countDown();
    slow.get();
    closing.get();
  }
}
