package io.vitrine.evaluation;

import java.util.concurrent.TimeUnit;

/**
 * Tells when the compiler has made of some code what it will make of it. For one thread, the one
 * that runs that code.
 */
final class WarmUp {
  /* Warm is what has run for a while in which the compiler has ended nothing, and not got faster.
   * Either of them alone errs: what has stood in the queue of a compiler that gets no processor
   * changes neither the compiler's time nor its own, and code that was made worse than before stays
   * as slow as it is until the next one is made.
   *
   * A while is counted in processor time of this thread, not by the clock: on a busy machine this
   * thread and the compiler's get like shares, so as much of the one means as much of the other,
   * however long it takes by the clock. The bound is by both, so that a compiler that never ends
   * does not keep anybody waiting for ever. */

  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(150);
  static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(60);
  static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(3);
  static final long MOST_CLOCK_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** What the fastest pass of a while may differ by from the fastest one of all before it. */
  private static final double FASTER = 0.95;

  private final Meter meter;

  /** What a warm-up looks at; none of its figures ever goes down. */
  interface Meter {
    /** The processor time of this thread, in nanoseconds. */
    long cpuNanos();

    /** The time by the clock, in nanoseconds. */
    long clockNanos();

    /** All that the compiler has taken so far, in any unit. */
    long compilerTime();
  }

  WarmUp(Meter meter) {
    this.meter = meter;
  }

  /**
   * Runs until what is run is warm, or for {@link #MOST_NANOS} of processor time, or {@link
   * #MOST_CLOCK_NANOS} by the clock.
   *
   * @param pass what to run, again and again
   */
  void run(Runnable pass) {
    long start = meter.cpuNanos();
    long clockStart = meter.clockNanos();
    long quietSince = start;
    long compiler = meter.compilerTime();
    long fastest = Long.MAX_VALUE;
    long now = start;
    while (now - start < LEAST_NANOS
        || (now - quietSince < QUIET_NANOS
            && now - start < MOST_NANOS
            && meter.clockNanos() - clockStart < MOST_CLOCK_NANOS)) {
      long before = now;
      pass.run();
      now = meter.cpuNanos();
      long took = now - before;
      long compilerNow = meter.compilerTime();
      if (compilerNow != compiler || took < fastest * FASTER) {
        compiler = compilerNow;
        quietSince = now;
      }
      fastest = Math.min(fastest, took);
    }
  }
}
