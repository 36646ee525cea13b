package io.vitrine.bench.report;

import java.util.Locale;

/** Writes numbers for people. Stateless, for any thread. */
public final class Numbers {
  private Numbers() {}

  /**
   * With as many digits as say something.
   *
   * @param value a number
   * @return for example {@code 1,234,567}, {@code 131}, {@code 13.1}, {@code 1.31}, {@code 0.0131}
   */
  public static String shown(double value) {
    double size = Math.abs(value);
    if (!Double.isFinite(value)) {
      return "none";
    }
    if (size >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    if (size >= 100) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    if (size >= 10) {
      return String.format(Locale.ROOT, "%.1f", value);
    }
    return size >= 1 || size == 0
        ? String.format(Locale.ROOT, "%.2f", value)
        : String.format(Locale.ROOT, "%.3g", value);
  }
}
