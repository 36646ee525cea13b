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
   * Waits, whatever interrupt came before; it is not lost.
   *
   * @param nanos for how long at the most, in nanoseconds
   */
  public static void nanos(long nanos) {
    boolean interrupted = Thread.interrupted();
    if (interrupted) {
      LockSupport.parkNanos(1); // takes the permit that whoever set it left, too
    }
    LockSupport.parkNanos(nanos);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
