package io.vitrine.torture.kill;

import io.vitrine.torture.kill.EventRing.Wait;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that does what a waiter does, where there is nothing to wait for: naps, and asks another
 * thread, as one that asks after an owner does. Whatever that takes too long, the machine has made
 * it wait, and so it explains as much of a wait in any other thread of the process.
 */
final class StallWatch {
  private static final long NAP_NANOS = 4_000_000;
  private static final long FAST_NANOS = 5_000_000;

  private StallWatch() {}

  static void start(EventRing stalls) {
    Thread.ofPlatform()
        .daemon()
        .name("stall-watch")
        .start(() -> {
          while (true) {
            long begin = System.nanoTime();
            LockSupport.parkNanos(NAP_NANOS);
            ask();
            long end = System.nanoTime();
            if (end - begin > FAST_NANOS) {
              stalls.add(new Wait(begin + FAST_NANOS, end, 0));
            }
          }
        });
  }

  private static void ask() {
    try {
      Thread.ofPlatform().daemon().start(() -> {}).join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
