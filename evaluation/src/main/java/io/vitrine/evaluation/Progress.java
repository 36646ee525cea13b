package io.vitrine.evaluation;

import java.time.Duration;
import java.util.function.Consumer;

/** Tells how far the evaluation is, step by step. For one thread. */
final class Progress {
  private final Consumer<? super EvaluationProgress> listener;
  private final long start = System.nanoTime();
  private double total;
  private double done;
  private double current;

  /**
   * Tells nothing yet.
   *
   * @param listener whom to tell
   * @param total what all steps weigh together
   */
  Progress(Consumer<? super EvaluationProgress> listener, double total) {
    this.listener = listener;
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
    double share = Math.min(0.99, done / total); // the end alone is all of it
    listener.accept(new EvaluationProgress(what, share, elapsed()));
  }

  /**
   * A step goes on.
   *
   * @param what what it does
   * @param done how much of it is done
   * @param all of how much, in the same unit, or 0 if nobody knows
   */
  void within(String what, long done, long all) {
    double part = all == 0 ? 0 : Math.min(1, (double) done / all);
    double share = Math.min(0.99, (this.done + part * current) / total);
    listener.accept(new EvaluationProgress(what, share, elapsed()));
  }

  /** Steps of this weight will not be made. */
  void drop(double weight) {
    total -= weight;
  }

  /** All is done. */
  void end() {
    done = total;
    current = 0;
    listener.accept(new EvaluationProgress("done", 1, elapsed()));
  }

  /** Time since the beginning. */
  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
