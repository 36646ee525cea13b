package io.vitrine.store;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/**
 * What has become of a change when the call that made it returns. Immutable.
 *
 * <p>It is a matter of each open: of two processes that have a store open, one may wait for the
 * disk and the other not. Whichever it is, nothing torn is served after a power loss, and what
 * comes back is everything up to some moment.
 *
 * @param kind what is waited for
 * @param interval with {@link Kind#ASYNC}, how much may be lost with the power; otherwise zero
 */
public record Durability(Kind kind, Duration interval) {
  /** What is waited for. */
  public enum Kind {
    /** Nothing: the kernel has the change. */
    PROCESS,
    /** Nothing, and the log is brought to disk all the time. */
    ASYNC,
    /** The disk has the change. */
    SYNC
  }

  /** The change survives the death of every process, and not a loss of power. */
  public static final Durability PROCESS = new Durability(Kind.PROCESS, Duration.ZERO);

  /** The change survives a loss of power. */
  public static final Durability SYNC = new Durability(Kind.SYNC, Duration.ZERO);

  private static final Duration INTERVAL_MIN = Duration.ofMillis(1);

  /** Clocks count nanoseconds. */
  private static final Duration INTERVAL_MAX = Duration.ofNanos(Long.MAX_VALUE);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the interval is not one of the kind
   */
  public Durability {
    boolean isFit =
        kind == Kind.ASYNC
            ? interval.compareTo(INTERVAL_MIN) >= 0 && interval.compareTo(INTERVAL_MAX) <= 0
            : interval.isZero();
    if (!isFit) {
      throw new IllegalArgumentException(
          "interval is "
              + interval
              + ", expected a millisecond up to 292 years with ASYNC, else zero");
    }
  }

  /**
   * At most the changes of an interval are lost with the power.
   *
   * @param interval a millisecond up to 292 years
   * @return the durability
   * @throws IllegalArgumentException if the interval is shorter or longer
   */
  public static Durability async(Duration interval) {
    return new Durability(Kind.ASYNC, interval);
  }

  /**
   * Reads a durability as the command line has it.
   *
   * @param text {@code process}, {@code sync}, or {@code async:} and an interval, for example
   *     {@code async:100ms} or {@code async:2s}
   * @return the durability
   * @throws IllegalArgumentException if the text is none of these
   */
  public static Durability parse(String text) {
    String plain = text.toLowerCase(Locale.ROOT);
    if (plain.equals("process")) {
      return PROCESS;
    }
    if (plain.equals("sync")) {
      return SYNC;
    }
    if (plain.startsWith("async:")) {
      try {
        return async(interval(plain.substring(6)));
      } catch (NumberFormatException | DateTimeParseException | ArithmeticException e) {
        // told below
      }
    }
    throw new IllegalArgumentException(
        "durability is " + text + ", expected process, sync, or async:100ms with any interval");
  }

  private static Duration interval(String text) {
    return text.endsWith("ms")
        ? Duration.ofMillis(Long.parseLong(text, 0, text.length() - 2, 10))
        : Duration.parse("PT" + text);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case PROCESS -> "process";
      case SYNC -> "sync";
      case ASYNC -> "async:" + interval.toMillis() + "ms";
    };
  }
}
