package io.vitrine.bench;

import io.vitrine.bench.call.CallRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one JVM measured. Immutable.
 *
 * @param bench what was measured
 * @param params under which conditions
 * @param unit of the values; a rate ends in {@code /s}
 * @param values what was measured, once or several times
 * @param allocated bytes that an operation allocates, NaN where nobody counted
 */
record Reading(
    String bench, Map<String, Object> params, String unit, List<Double> values, double allocated) {
  private static final String ALLOCATED = "allocated";
  static final String NANOS = "ns/op";
  static final String RATE = "ops/s";
  static final String COUNT = "/op";

  static Reading of(String bench, Map<String, Object> params, String unit, double value) {
    return new Reading(bench, params, unit, List.of(value), Double.NaN);
  }

  /**
   * What a JVM told by a name, with what the operation allocates: by that name too, or in general.
   */
  static Reading told(
      String bench,
      Map<String, Object> params,
      String unit,
      Map<String, Double> found,
      String name) {
    Double general = found.getOrDefault(ALLOCATED, Double.NaN);
    return new Reading(
        bench,
        params,
        unit,
        List.of(found.getOrDefault(name, Double.NaN)),
        found.getOrDefault(name + "-" + ALLOCATED, general));
  }

  /** What calls took and allocated, and how often each event happened that was counted. */
  static List<Reading> ofCalls(String bench, Map<String, Object> params, CallRun.Outcome outcome) {
    var readings = new ArrayList<Reading>();
    readings.add(new Reading(bench, params, NANOS, outcome.nanos(), outcome.allocated()));
    outcome
        .counts()
        .forEach((event, counts) ->
            readings.add(
                new Reading(bench, with(params, "counter", event), COUNT, counts, Double.NaN)));
    return readings;
  }

  /** The names that a JVM told values by, in their order, without those of what is allocated. */
  static List<String> names(Map<String, Double> found) {
    return found.keySet().stream().filter(name -> !name.endsWith(ALLOCATED)).sorted().toList();
  }

  /** Parameters with one more. */
  static Map<String, Object> with(Map<String, Object> params, String name, Object value) {
    var more = new LinkedHashMap<>(params);
    more.put(name, value);
    return more;
  }
}
