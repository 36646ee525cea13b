package io.vitrine.torture.kill;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread that does nothing but nap, and notes when it was woken too late: what it meets has
 * stopped the whole process or the machine, and so explains as much of a wait in any other thread.
 */
final class StallWatch extends Thread implements AutoCloseable {
  private static final long NAP_NANOS = 1_000_000;
  private static final long STALL_NANOS = 3_000_000;

  private final EventRing ring;
  private volatile boolean ended;

  private StallWatch(EventRing ring) {
    super("stall-watch");
    this.ring = ring;
    setDaemon(true);
  }

  static StallWatch start(EventRing ring) {
    var watch = new StallWatch(ring);
    watch.start();
    return watch;
  }

  @Override
  public void run() {
    while (!ended) {
      long begin = System.nanoTime();
      LockSupport.parkNanos(NAP_NANOS);
      long end = System.nanoTime();
      if (end - begin > NAP_NANOS + STALL_NANOS) {
        ring.add(begin + NAP_NANOS, end);
      }
    }
  }

  /** Ends the thread, and waits for it: the memory of the ring may go. */
  @Override
  public void close() {
    ended = true;
    try {
      join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
