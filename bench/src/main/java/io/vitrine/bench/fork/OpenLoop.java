package io.vitrine.bench.fork;

import io.vitrine.bench.peer.WarmUp;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Makes calls at a fixed rate, whether or not the ones before have ended in time, as users do who
 * know nothing of each other. The time of a call begins when it should have been made: a call that
 * stalls is felt by all who come meanwhile. (Timing from the actual start would leave them out,
 * which Gil Tene calls coordinated omission.) For one thread.
 */
final class OpenLoop {
  /** A call to be timed. */
  @FunctionalInterface
  interface Call {
    void make();
  }

  private final LongSupplier clock;
  private final long intervalNanos;

  /**
   * A loop.
   *
   * @param clock tells nanoseconds
   * @param intervalNanos from the intended start of a call to that of the next
   */
  OpenLoop(LongSupplier clock, long intervalNanos) {
    this.clock = clock;
    this.intervalNanos = intervalNanos;
  }

  /**
   * Makes calls, each at its time or as soon after it as the ones before have ended.
   *
   * @param warmUps so many first
   * @param calls so many then
   * @param times of these, and of some of the others
   * @param begun called when times begin anew
   */
  void run(Call call, long warmUps, long calls, Histogram times, Runnable begun) {
    long start = clock.getAsLong() + intervalNanos;
    for (long i = 0; i < warmUps + calls; i++) {
      if (WarmUp.beginsAnew(i, warmUps - i)) {
        times.reset();
        begun.run();
      }
      long intended = start + i * intervalNanos;
      while (clock.getAsLong() - intended < 0) {
        Thread.onSpinWait();
      }
      call.make();
      times.recordValue(Math.max(0, clock.getAsLong() - intended));
    }
  }

  /**
   * Makes calls, each at its time or as soon after it as the ones before have ended, which are told
   * when they should begin and time themselves.
   */
  void run(LongConsumer call, long calls) {
    long start = clock.getAsLong() + intervalNanos;
    for (long i = 0; i < calls; i++) {
      long intended = start + i * intervalNanos;
      while (clock.getAsLong() - intended < 0) {
        Thread.onSpinWait();
      }
      call.accept(intended);
    }
  }

  /**
   * Makes a call as soon as the one before has ended; nobody waits who would have come meanwhile.
   * Otherwise as {@link #run(Call, long, long, Histogram, Runnable)}.
   */
  void runClosed(Call call, long warmUps, long calls, Histogram times, Runnable begun) {
    for (long i = 0; i < warmUps + calls; i++) {
      if (WarmUp.beginsAnew(i, warmUps - i)) {
        times.reset();
        begun.run();
      }
      long start = clock.getAsLong();
      call.make();
      times.recordValue(Math.max(0, clock.getAsLong() - start));
    }
  }
}
