package io.vitrine.bench.fork;

import java.util.List;
import org.HdrHistogram.Histogram;

/** Tells the percentiles of times. Stateless. */
final class Percentiles {
  private static final List<Double> TOLD = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

  private Percentiles() {}

  /**
   * Tells {@code p50} to {@code p99.99} and {@code max}.
   *
   * @param prefix of the names
   * @param times what was recorded
   * @param factor what each is multiplied with
   */
  static void tell(Job job, String prefix, Histogram times, double factor) {
    for (double percentile : TOLD) {
      String name = Double.toString(percentile).replaceFirst("\\.0$", "");
      job.tell(prefix + "p" + name, times.getValueAtPercentile(percentile) * factor);
    }
    job.tell(prefix + "max", times.getMaxValue() * factor);
  }
}
