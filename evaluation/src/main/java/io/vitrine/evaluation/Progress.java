package io.vitrine.evaluation;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/**
 * Tells how far the evaluation is, a line a step, and how long it will about take. For one thread.
 */
final class Progress {
  /** Part of the whole after which the time that is left can be told. */
  private static final double KNOWN_FROM = 0.02;

  private final PrintWriter out;
  private final long start = System.nanoTime();
  private double total;
  private double done;
  private double current;

  /**
   * Tells nothing yet.
   *
   * @param out where to tell it
   * @param total what all steps weigh together
   */
  Progress(PrintWriter out, double total) {
    this.out = out;
    this.total = total;
  }

  /**
   * A step begins, and the one before is over.
   *
   * @param what what it does
   * @param weight about how long it takes, in any unit that is the same for all steps
   */
  void step(String what, double weight) {
    done += current;
    current = weight;
    tell(what);
  }

  /** Steps of this weight will not be made. */
  void drop(double weight) {
    total -= weight;
  }

  /** All is done. */
  void end() {
    done = total;
    current = 0;
    out.printf(Locale.ROOT, "100 %%  done after %s%n", shown(elapsed()));
    out.flush();
  }

  /** Time since the beginning. */
  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private void tell(String what) {
    double share = Math.min(1, done / total);
    double percent = Math.floor(100 * share);
    if (share < KNOWN_FROM) {
      out.printf(Locale.ROOT, "%3.0f %%              %s%n", percent, what);
    } else {
      var left = Duration.ofNanos((long) (elapsed().toNanos() * (1 - share) / share));
      out.printf(Locale.ROOT, "%3.0f %%  %5s left  %s%n", percent, shown(left), what);
    }
    out.flush();
  }

  /** Minutes and seconds. */
  private static String shown(Duration duration) {
    long seconds = Math.round(duration.toMillis() / 1e3);
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }
}
