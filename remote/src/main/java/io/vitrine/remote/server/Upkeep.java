package io.vitrine.remote.server;

import io.vitrine.collections.Vitrine;
import io.vitrine.store.StoreException;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps what a server serves tidy, a small piece at a time, on a thread of its own. Safe for any
 * number of threads.
 */
final class Upkeep implements AutoCloseable {
  private static final long PAUSE_NANOS = 100_000_000;
  private static final long SHORT_PAUSE_NANOS = 5_000_000;
  private static final long PAUSE_AFTER_FAILURE_NANOS = 5_000_000_000L;
  private static final long CLOSE_MILLIS = 5_000;

  private final Vitrine vitrine;
  private final Thread thread;
  private volatile boolean closed;

  private Upkeep(Vitrine vitrine) {
    this.vitrine = vitrine;
    this.thread = Thread.ofPlatform().daemon().name("vitrine-upkeep").unstarted(this::run);
  }

  static Upkeep start(Vitrine vitrine) {
    var upkeep = new Upkeep(vitrine);
    upkeep.thread.start();
    return upkeep;
  }

  private void run() {
    while (!closed) {
      long pause;
      try {
        pause = vitrine.tidy() ? SHORT_PAUSE_NANOS : PAUSE_NANOS;
      } catch (StoreException | IllegalStateException _) {
        pause = PAUSE_AFTER_FAILURE_NANOS; // whoever uses what is damaged or closed is told
      }
      LockSupport.parkNanos(pause);
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
