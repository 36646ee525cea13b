package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IoThreadTest {
  @Test
  void aThreadServesOneAfterTheOther() throws IOException {
    Thread first = Io.call(Thread::currentThread);
    assertNotSame(Thread.currentThread(), first);
    assertTrue(first.isDaemon());
    assertTrue(Io.call(() -> Thread.currentThread() instanceof Io.Uninterrupted));
    var failure = assertThrows(IOException.class, () -> Io.call(IoThreadTest::fail));
    assertEquals("failed", failure.getMessage());
    assertSame(first, Io.call(() -> first), "and goes on after a failure");
  }

  private static Object fail() throws IOException {
    throw new IOException("failed");
  }

  @Test
  void whoExpectsATaskDoesItWheneverItComes() throws Exception {
    for (boolean sleeps : new boolean[] {false, true}) { // while it looks, and when it sleeps again
      Thread first = Io.call(Thread::currentThread);
      IoThread.expect();
      awaitSleep(first, sleeps);
      assertSame(
          first,
          Io.call(() -> {
            IoThread.expectMore();
            return Thread.currentThread();
          }));
      awaitSleep(first, sleeps);
      assertSame(first, Io.call(Thread::currentThread));
    }
  }

  private static void awaitSleep(Thread thread, boolean isWanted) {
    while (isWanted && thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  void interruptsOfTheCallerStayWithHim() throws Exception {
    for (int millis = 0; millis < 3; millis++) { // in time and while he sleeps
      long until = System.nanoTime() + millis * 1_000_000L;
      Thread.currentThread().interrupt();
      boolean seen =
          Io.call(() -> {
            boolean interrupted = Thread.currentThread().isInterrupted();
            while (System.nanoTime() - until < 0) {
              interrupted |= Thread.currentThread().isInterrupted();
            }
            return interrupted;
          });
      assertTrue(Thread.interrupted(), "the flag stays");
      assertEquals(false, seen, "and the operation does not see it");
    }
  }

  @Test
  void whoInterruptsAGroupOrAllThreadsDisturbsNoOperation() throws Exception {
    var seen = new Thread[1];
    var own =
        new Thread(
            new ThreadGroup("of a user"),
            () -> {
              try {
                seen[0] = Io.call(Thread::currentThread);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    own.start();
    own.join();
    assertNull(seen[0].getThreadGroup().getParent(), "it belongs to no group of a user");
    seen[0].interrupt();
    assertEquals(false, Io.call(() -> Thread.currentThread().isInterrupted()));
    assertSame(seen[0], Io.call(Thread::currentThread), "the same thread goes on");
  }

  @Test
  void manyAtOnceDoNotWaitForEachOther() throws Exception {
    int count = 40;
    var all = new CountDownLatch(count);
    var sum = new AtomicLong();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < count; i++) {
      int mine = i;
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (int k = 0; k < 200; k++) {
                    sum.addAndGet(Io.call(() -> mine));
                  }
                  sum.addAndGet(
                      Io.call(() -> {
                        all.countDown();
                        awaitAll(all);
                        return mine;
                      }));
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(201L * count * (count - 1) / 2, sum.get());
  }

  private static void awaitAll(CountDownLatch all) throws IOException {
    try {
      all.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
