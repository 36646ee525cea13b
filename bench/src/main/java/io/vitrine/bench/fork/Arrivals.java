package io.vitrine.bench.fork;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What comes of a {@link Journal}, message by message and checked: each once, in order, as it was
 * appended. For one thread.
 */
final class Arrivals implements Journal.Reader {
  /** How long nothing comes before somebody else must be dead. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Longer than a message can take that is worth to be reported. */
  private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(10);

  private static final int DIGITS = 3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final boolean timed;
  private final long patienceNanos;
  private Histogram delays = new Histogram(NANOS_MAX, DIGITS);
  private long seen;
  private long begin;
  private long end;
  private long firstTime;
  private long lastSeen;

  /**
   * None have come.
   *
   * @param timed whether to look at the clock for each message: that takes as long as a message
   */
  Arrivals(boolean timed) {
    this(timed, PATIENCE_NANOS);
  }

  Arrivals(boolean timed, long patienceNanos) {
    this.timed = timed;
    this.patienceNanos = patienceNanos;
  }

  /** Forgets what was measured, and expects so many more. */
  void begin(long count) {
    delays = new Histogram(NANOS_MAX, DIGITS);
    begin = seen;
    end = seen + count;
  }

  /** Reads until all that are expected have come. */
  void readAll(Journal journal) {
    long quietSince = System.nanoTime();
    while (seen < end) {
      if (journal.poll(this) > 0) {
        lastSeen = System.nanoTime();
        quietSince = lastSeen;
      } else if (System.nanoTime() - quietSince > patienceNanos) {
        throw new IllegalStateException("message " + seen + " of " + end + " does not come");
      } else {
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public void read(long number, long time, long sum) {
    if (timed) {
      delays.recordValue(Math.max(0, System.nanoTime() - time));
    }
    if (number != seen || sum != Journal.sum(number) || number >= end) {
      throw new IllegalStateException(
          "read message "
              + number
              + " with sum "
              + sum
              + ", expected "
              + seen
              + " with "
              + Journal.sum(seen)
              + ", and none from "
              + end
              + " on");
    }
    if (number == begin) {
      firstTime = time;
    }
    seen = number + 1;
  }

  /** How many have come by now, of all phases. */
  long seen() {
    return seen;
  }

  /** From the time that the first has to the last that came, messages a second. */
  double rate() {
    return (end - begin) * NANOS_PER_SECOND / (lastSeen - firstTime);
  }

  /** From the time that a message has to its arrival, nanoseconds. */
  Histogram delays() {
    return delays;
  }
}
