package io.vitrine.evaluation;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells how far the evaluation is, a line a step. For one thread. */
final class Progress {
  private final PrintWriter out;
  private final int steps;
  private int done;

  Progress(PrintWriter out, int steps) {
    this.out = out;
    this.steps = steps;
  }

  /** A step begins. */
  void step(String what) {
    out.printf(Locale.ROOT, "%3d %%  %s%n", 100L * done / steps, what);
    out.flush();
    done++;
  }

  /** All is done. */
  void end() {
    out.printf(Locale.ROOT, "100 %%  done%n");
    out.flush();
  }
}
