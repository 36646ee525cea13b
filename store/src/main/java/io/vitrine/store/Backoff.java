package io.vitrine.store;

import java.util.concurrent.locks.LockSupport;

/** How a thread waits for another that is about to be done. For one thread. */
final class Backoff {
  private static final int SPINS = 200;
  private static final int YIELDS = 20;
  private static final long NAP_NANOS_MIN = 20_000;
  private static final long NAP_NANOS_MAX = 500_000;
  private static final long PATIENCE_NANOS = 5_000_000;

  private int tries;
  private long nap = NAP_NANOS_MIN;
  private long since;
  private boolean interrupted;

  /**
   * Waits a little, longer from time to time.
   *
   * @return whether so much time has passed that one should look whether the other lives
   */
  @SuppressWarnings("ThreadPriorityCheck") // the other may be waiting for this very core
  boolean pause() {
    if (tries++ < SPINS) {
      Thread.onSpinWait();
      return false;
    }
    if (tries < SPINS + YIELDS) {
      Thread.yield();
      return false;
    }
    interrupted |= Thread.interrupted(); // with the flag set, naps would be none
    LockSupport.parkNanos(nap);
    nap = Math.min(NAP_NANOS_MAX, nap + nap / 2);
    long now = System.nanoTime();
    if (since == 0) {
      since = now;
    }
    if (now - since < PATIENCE_NANOS) {
      return false;
    }
    since = now;
    return true;
  }

  /** To be called at the end: an interrupt that came meanwhile is not lost. */
  void restoreInterrupt() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
