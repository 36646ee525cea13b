package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One task at a time, none behind the end, and nobody goes on before the last one is done. */
class BackgroundTest {
  private final Background background = new Background();
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger done = new AtomicInteger();

  private void hold() {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    done.incrementAndGet();
  }

  @Test
  void beginsOneAtATime() {
    assertTrue(background.begin(this::hold));
    assertFalse(background.begin(this::hold), "a second one beside it");
    release.countDown();
    background.await();
    assertEquals(1, done.get());
    assertTrue(background.begin(done::incrementAndGet), "the next one");
    background.await();
    assertEquals(2, done.get());
  }

  @Test
  void goesOnBehindATaskThatThrows() {
    assertTrue(
        background.begin(() -> {
          throw new OutOfMemoryError("not really");
        }));
    background.await();
    assertTrue(background.begin(done::incrementAndGet));
    background.await();
    assertEquals(1, done.get());
  }

  @Test
  void endsOnceTheLastOneIsDone() throws InterruptedException {
    assertTrue(background.begin(this::hold));
    var seen = new AtomicInteger(-1);
    var ending =
        new Thread(() -> {
          Thread.currentThread().interrupt();
          background.end();
          seen.set(Thread.interrupted() ? done.get() : -2);
        });
    ending.start();
    while (ending.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertEquals(-1, seen.get(), "ended while a task was under way");
    release.countDown();
    ending.join();
    assertEquals(1, seen.get(), "tasks done at the end, -2 where the interrupt was lost");
    assertFalse(background.begin(this::hold), "one behind the end");
  }
}
