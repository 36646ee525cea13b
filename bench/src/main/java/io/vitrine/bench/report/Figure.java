package io.vitrine.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One result as a file of results has it. Immutable.
 *
 * @param bench what was measured
 * @param system with what
 * @param params under which conditions
 * @param unit of the values
 * @param value the median
 * @param low the lowest value
 * @param high the highest
 * @param samples how many there were
 * @param forks the median of each JVM that measured; empty in files of before there were any
 * @param allocated bytes that an operation allocates, NaN where nobody counted
 * @param ratio above 1 where Vitrine is ahead, NaN where there is nothing to compare with
 */
public record Figure(
    String bench,
    String system,
    Map<String, Object> params,
    String unit,
    double value,
    double low,
    double high,
    int samples,
    List<Double> forks,
    double allocated,
    double ratio) {
  /** What two runs must have in common to be compared. */
  record Key(String bench, String system, Map<String, Object> params, String unit) {}

  Key key() {
    // Files of before do not name the loop; what an open one tells has its rate beside.
    var others = new LinkedHashMap<>(params);
    others.remove("loop");
    return new Key(bench, system, others, unit);
  }

  /** The lowest median of a JVM; of all values, where those of JVMs are not known. */
  double lowestJvm() {
    return forks.stream().mapToDouble(fork -> fork).min().orElse(low);
  }

  /** The highest one. */
  double highestJvm() {
    return forks.stream().mapToDouble(fork -> fork).max().orElse(high);
  }

  /** Whether more is better. */
  boolean isRate() {
    return isRate(unit);
  }

  /**
   * Whether more is better, by the unit.
   *
   * @param unit a unit of results
   * @return true for so many a second
   */
  public static boolean isRate(String unit) {
    return unit.endsWith("/s");
  }

  /** The conditions in one line. */
  String conditions() {
    List<String> parts = new ArrayList<>();
    params.forEach((name, param) -> parts.add(name + " " + param));
    return String.join(", ", parts);
  }
}
