package io.vitrine.bench.net;

/**
 * How long to measure. Immutable.
 *
 * @param warmUpMillis first so long without counting
 * @param millis then so long
 */
public record Span(long warmUpMillis, long millis) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** When counting begins, from a time in nanoseconds on. */
  long measured(long begin) {
    return begin + warmUpMillis * NANOS_PER_MILLI;
  }

  /** When it ends. */
  long end(long begin) {
    return measured(begin) + millis * NANOS_PER_MILLI;
  }
}
