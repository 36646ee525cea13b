package io.vitrine.store;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The time that changes are stamped with: a seam for tests. Safe for any number of threads. */
@FunctionalInterface
interface StoreClock {
  /** Nanoseconds since 1970-01-01T00:00Z. */
  long epochNanos();

  /**
   * Waits, as the background of a store does between two times of the same work; at most until the
   * thread is unparked, and not at all where that would be vain.
   *
   * @param nanos for how long by this clock
   * @param vain whether there is nothing more to wait for
   */
  default void pause(long nanos, BooleanSupplier vain) {
    if (!vain.getAsBoolean()) {
      LockSupport.parkNanos(nanos);
    }
  }

  /** The clock of the system. */
  static StoreClock system() {
    return new SystemClock();
  }
}
