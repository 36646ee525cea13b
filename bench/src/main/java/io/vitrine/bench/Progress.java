package io.vitrine.bench;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Tells how far a run is and how long it will about take: a line that is written over on a
 * terminal, now and then a line elsewhere. For one thread.
 *
 * <p>Each step begins with a guess. What the steps before took, against their guesses, corrects the
 * guesses of those to come; and a step that was made before, in another round, will take as long
 * again. So the time that is left becomes exact as the run goes on.
 */
final class Progress {
  /** Elsewhere than on a terminal: nothing is told again before so much more of the whole ... */
  private static final double SHARE_BETWEEN = 0.05;

  /** ... or so much time. */
  private static final double SECONDS_BETWEEN = 30;

  /** Guesses are taken as they are until steps of so many guessed seconds are over. */
  private static final double GUESSED_SECONDS_MIN = 3;

  /** The part of all steps after which guesses are good enough to leave something out. */
  private static final int GUESSED_PART = 10;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final String CLEAR = "\r\033[K";

  private final PrintWriter out;
  private final boolean terminal;
  private final LongSupplier nanoClock;
  private final List<Step> plan;
  private final long start;
  private final Map<Object, Taken> taken = new HashMap<>();
  private int over;
  private double guessed;
  private double spent;
  private long began;
  private double toldShare = -1;
  private double toldSeconds;

  /**
   * A part of the run.
   *
   * @param what it does, for people
   * @param kind steps of the same kind take about as long
   * @param seconds a guess of how long
   * @param figures about how many figures it gives
   * @param spare whether it is left out where time is short
   */
  record Step(String what, Object kind, double seconds, int figures, boolean spare) {
    Step(String what, Object kind, double seconds) {
      this(what, kind, seconds, 1, false);
    }

    /** What one of its figures takes. */
    private double price() {
      return seconds / figures;
    }
  }

  private static final class Taken {
    private double seconds;
    private int times;
  }

  /**
   * Tells nothing yet.
   *
   * @param out where to tell it
   * @param terminal whether a line can be written over there
   * @param plan all steps in their order
   * @param nanoClock the time
   */
  Progress(PrintWriter out, boolean terminal, List<Step> plan, LongSupplier nanoClock) {
    this.out = out;
    this.terminal = terminal;
    this.plan = List.copyOf(plan);
    this.nanoClock = nanoClock;
    this.start = nanoClock.getAsLong();
    this.began = start;
  }

  /** The next step begins. */
  void begin() {
    began = nanoClock.getAsLong();
    double elapsed = (began - start) / NANOS_PER_SECOND;
    double left = secondsLeft();
    double share = elapsed + left == 0 ? 0 : elapsed / (elapsed + left);
    if (terminal
        || share - toldShare >= SHARE_BETWEEN
        || elapsed - toldSeconds >= SECONDS_BETWEEN) {
      toldShare = share;
      toldSeconds = elapsed;
      out.printf(
          Locale.ROOT,
          "%s%3.0f %%  %6s left  %s%s",
          terminal ? CLEAR : "",
          Math.floor(100 * share),
          shown(left),
          plan.get(over).what,
          terminal ? "" : System.lineSeparator());
      out.flush();
    }
  }

  /** The step that began is over. */
  void end() {
    Step step = plan.get(over++);
    double seconds = (nanoClock.getAsLong() - began) / NANOS_PER_SECOND;
    guessed += step.seconds;
    spent += seconds;
    Taken so = taken.computeIfAbsent(step.kind, _ -> new Taken());
    so.seconds += seconds;
    so.times++;
  }

  /** How long the steps that are not over will take, as far as is known. */
  double secondsLeft() {
    return seconds(plan.subList(over, plan.size()));
  }

  private double seconds(List<Step> steps) {
    double correction = guessed < GUESSED_SECONDS_MIN ? 1 : spent / guessed;
    double sum = 0;
    for (Step step : steps) {
      Taken before = taken.get(step.kind);
      sum += before == null ? step.seconds * correction : before.seconds / before.times;
    }
    return sum;
  }

  /**
   * Whether there is time for the next steps, if spare ones behind them are left out: all of them,
   * so that those at the end of a run are left out first, or only those whose figures take as long
   * or longer, so that as few figures as possible are. The first tenth has time, whatever is
   * guessed by then.
   *
   * @param count how many steps come next
   * @param limit how long the whole run may take, in seconds
   * @param dearestFirst whether spare steps are kept time for whose figures take less
   */
  boolean hasTimeFor(int count, double limit, boolean dearestFirst) {
    if (over < plan.size() / GUESSED_PART) {
      return true;
    }
    double elapsed = (nanoClock.getAsLong() - start) / NANOS_PER_SECOND;
    List<Step> next = plan.subList(over, over + count);
    double price = dearestFirst ? price(next) : 0;
    List<Step> wanted =
        plan.subList(over + count, plan.size()).stream()
            .filter(step -> !step.spare || step.price() < price)
            .toList();
    return elapsed + seconds(next) + seconds(wanted) <= limit;
  }

  private static double price(List<Step> steps) {
    return steps.stream().mapToDouble(Step::price).max().orElse(0);
  }

  /** The next steps are not made. */
  void leaveOut(int count) {
    over += count;
  }

  /** Something else is about to be printed. */
  void clear() {
    if (terminal) {
      out.print(CLEAR);
      out.flush();
    }
  }

  /** Says something that is not to be missed. */
  void note(String text) {
    clear();
    out.println(text);
    out.flush();
  }

  /** All is done. */
  void done() {
    double elapsed = (nanoClock.getAsLong() - start) / NANOS_PER_SECOND;
    note("100 %  done after " + shown(elapsed));
  }

  /** Minutes and seconds. */
  private static String shown(double seconds) {
    long whole = Math.round(seconds);
    return String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
  }
}
