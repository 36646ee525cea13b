package io.vitrine.store;

/** The time that changes are stamped with: a seam for tests. Safe for any number of threads. */
@FunctionalInterface
interface StoreClock {
  /** Nanoseconds since 1970-01-01T00:00Z. */
  long epochNanos();

  /** The clock of the system. */
  static StoreClock system() {
    return new SystemClock();
  }
}
