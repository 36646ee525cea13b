package io.vitrine.store;

import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The clock of the system, asked cheaply. Safe for any number of threads.
 *
 * <p>Every change is stamped. To ask the system for the time of day and make an {@link Instant} of
 * it takes some 50 ns, the counter of nanoseconds half of that; so the time is told by the counter
 * from an anchor that is set anew twenty times a second, and follows a clock that is set.
 */
final class SystemClock implements StoreClock {
  private static final long ANCHORED_NANOS = 50_000_000;
  private static final long CLOSE_NANOS = 5_000;
  private static final int LOOKS = 5;

  /** As far as nanoseconds go, the year 2262; a clock that is beyond, or before 1970, stands. */
  private static final long SECONDS_MAX = Long.MAX_VALUE / 1_000_000_000L - 1;

  /** A moment by both clocks. */
  private record Anchor(long epochNanos, long nanoTime) {}

  private final Clock clock;
  private volatile Anchor anchor;

  SystemClock() {
    this(Clock.systemUTC());
  }

  SystemClock(Clock clock) {
    this.clock = clock;
    this.anchor = anchor();
  }

  /**
   * The closest of some looks at both clocks: a thread that was kept from its processor between the
   * two would tell all of this JVM a time that is off by as much, for as long as the anchor holds.
   */
  private Anchor anchor() {
    @Nullable Anchor closest = null;
    long distance = Long.MAX_VALUE;
    for (int i = 0; i < LOOKS && (closest == null || distance > CLOSE_NANOS); i++) {
      long before = System.nanoTime();
      Instant now = clock.instant();
      long after = System.nanoTime(); // so no time is told before the system's clock shows it
      long took = after - before;
      if (closest == null || took < distance) {
        closest = new Anchor(nanos(now), after);
        distance = took;
      }
    }
    return Objects.requireNonNull(closest);
  }

  private static long nanos(Instant now) {
    long seconds = Math.clamp(now.getEpochSecond(), 0, SECONDS_MAX);
    boolean isTold = seconds == now.getEpochSecond() && seconds < SECONDS_MAX;
    return seconds * 1_000_000_000L + (isTold ? now.getNano() : 0);
  }

  /** A clock that stands does so between two anchors, too. */
  private static boolean stands(long epochNanos) {
    return epochNanos == 0 || epochNanos == SECONDS_MAX * 1_000_000_000L;
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
    return stands(from.epochNanos) ? from.epochNanos : from.epochNanos + passed;
  }
}
