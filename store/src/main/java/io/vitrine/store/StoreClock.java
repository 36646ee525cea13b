package io.vitrine.store;

import java.time.Clock;
import java.time.Instant;

/** The time that changes are stamped with: a seam for tests. Safe for any number of threads. */
@FunctionalInterface
interface StoreClock {
  /** Nanoseconds since 1970-01-01T00:00Z. */
  long epochNanos();

  /** The clock of the system. */
  static StoreClock system() {
    Clock clock = Clock.systemUTC();
    return () -> {
      Instant now = clock.instant();
      return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    };
  }
}
