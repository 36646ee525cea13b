package io.vitrine.store;

import java.util.concurrent.locks.LockSupport;

/**
 * A short wait for what somebody else is about to do. Stateless; any thread. For implementers of
 * collections.
 *
 * <p>With its interrupt set, a thread is not parked at all: it would go round for as long as the
 * other takes, and a virtual one would keep its processor from the other, so that both wait for
 * ever.
 */
public final class Nap {
  private Nap() {}

  /**
   * Waits, whatever interrupts it; no interrupt is lost.
   *
   * @param nanos for how long, in nanoseconds
   */
  public static void nanos(long nanos) {
    boolean interrupted = false;
    long end = System.nanoTime() + nanos;
    // Who sets an interrupt leaves a permit, too, so that the first park may be none.
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      interrupted |= Thread.interrupted();
      LockSupport.parkNanos(left);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
