package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.vitrine.collections.Await;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that waits does the work of a loop that spins. */
@Timeout(180)
class HelpedLoopTest {
  private static final long MILLIS = 60_000;

  private final EventLoopGroup group = EventLoops.ofClient("helped", true);
  private final EventLoop loop = group.next();
  private final AtomicBoolean done = new AtomicBoolean();

  @AfterEach
  void end() throws Exception {
    done.set(true);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    assertTrue(group.awaitTermination(60, TimeUnit.SECONDS), "the loop did not end");
  }

  private static long in(long millis) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private Thread helper() {
    return Thread.ofPlatform()
        .daemon()
        .start(() -> EventLoops.help(loop, done::get, () -> true, in(MILLIS)));
  }

  /** Who does what the loop is given, and whether that counts as being in it. */
  private Thread worker() throws Exception {
    return loop.submit(
            () -> {
              assertTrue(loop.inEventLoop());
              return Thread.currentThread();
            })
        .get(60, TimeUnit.SECONDS);
  }

  private void awaitWorker(Thread wanted) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!worker().equals(wanted)) {
      assertTrue(System.nanoTime() - deadline < 0, wanted + " does not do the work");
    }
  }

  @Test
  void whoWaitsDoesTheWorkAndGivesItBack() throws Exception {
    Thread own = worker();
    for (int i = 0; i < 20; i++) {
      done.set(false);
      Thread helper = helper();
      awaitWorker(helper);
      assertFalse(loop.inEventLoop());
      done.set(true);
      helper.join(MILLIS);
      assertFalse(helper.isAlive(), "the helper did not end");
      assertEquals(own, worker());
    }
  }

  @Test
  void thereIsOneAtATime() throws Exception {
    assertNotEquals(Thread.currentThread(), worker());
    Thread helper = helper();
    awaitWorker(helper);
    EventLoops.help(loop, done::get, () -> true, in(MILLIS)); // at once
    assertTrue(helper.isAlive());
    assertEquals(helper, worker());
  }

  @Test
  void itEndsWhenTheTimeIsOver() throws Exception {
    assertNotEquals(Thread.currentThread(), worker());
    long begin = System.nanoTime();
    EventLoops.help(loop, done::get, () -> true, in(20));
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    assertTrue(millis >= 20 && millis < MILLIS, millis + " ms");
  }

  @Test
  void itEndsWithTheLoop() throws Exception {
    assertNotEquals(Thread.currentThread(), worker());
    Thread helper = helper();
    awaitWorker(helper);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    assertTrue(group.awaitTermination(60, TimeUnit.SECONDS), "the loop did not end");
    helper.join(MILLIS);
    assertFalse(helper.isAlive(), "the helper did not end");
    EventLoops.help(loop, done::get, () -> true, in(MILLIS));
  }

  @Test
  void whatIsScheduledIsDoneByWhoeverWorks() throws Exception {
    assertNotEquals(Thread.currentThread(), worker());
    var count = new AtomicInteger();
    var _ = loop.scheduleAtFixedRate(count::incrementAndGet, 1, 1, TimeUnit.MILLISECONDS);
    awaitWorker(helper());
    int before = count.get();
    Await.until(() -> count.get() >= before + 10, () -> "to be done still, found " + count);
  }

  @Test
  void virtualThreadsDoNotDoTheWorkButHaveItDone() throws Exception {
    Thread own = worker();
    Thread helper = helper();
    awaitWorker(helper);
    done.set(true);
    helper.join(MILLIS); // from now on the loop's thread may rest, as nothing else is to come
    Thread virtual =
        Thread.startVirtualThread(
            () -> EventLoops.help(loop, () -> false, () -> true, in(MILLIS))); // at once
    virtual.join(MILLIS);
    assertFalse(virtual.isAlive(), "a virtual thread does the work");
    assertEquals(own, worker());
  }

  @Test
  void itsOwnThreadRestsAfterAnInterruptToo() throws Exception {
    Thread own = worker();
    own.interrupt();
    Thread helper = helper();
    awaitWorker(helper);
    Await.until(() -> !own.isInterrupted(), () -> "the flag to be cleared, so that naps are some");
    assertTrue(helper.isAlive());
    assertEquals(helper, worker());
  }
}
