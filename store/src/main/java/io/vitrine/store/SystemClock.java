package io.vitrine.store;

import java.time.Clock;
import java.time.Instant;

/**
 * The clock of the system, asked cheaply. Safe for any number of threads.
 *
 * <p>Every change is stamped. To ask the system for the time of day and make an {@link Instant} of
 * it takes some 50 ns, the counter of nanoseconds half of that; so the time is told by the counter
 * from an anchor that is set anew twenty times a second, and follows a clock that is set.
 */
final class SystemClock implements StoreClock {
  private static final long ANCHORED_NANOS = 50_000_000;

  /** A moment by both clocks. */
  private record Anchor(long epochNanos, long nanoTime) {}

  private final Clock clock = Clock.systemUTC();
  private volatile Anchor anchor = anchor();

  private Anchor anchor() {
    Instant now = clock.instant();
    return new Anchor(now.getEpochSecond() * 1_000_000_000L + now.getNano(), System.nanoTime());
  }

  @Override
  public long epochNanos() {
    Anchor from = anchor;
    long passed = System.nanoTime() - from.nanoTime;
    if (passed < 0 || passed > ANCHORED_NANOS) {
      from = anchor();
      anchor = from;
      passed = 0;
    }
    return from.epochNanos + passed;
  }
}
