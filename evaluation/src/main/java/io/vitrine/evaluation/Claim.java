package io.vitrine.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The article's claim, that {@code native32} is three times as fast as the loop with 31, as a run
 * has measured it: in how many hashes there are in a second, and in how long one takes. Stateless,
 * for any thread.
 */
final class Claim {
  /** The lengths that it is about. */
  static final List<String> LENGTHS = List.of("16", "24", "32");

  /** The one that it is about. */
  static final String FAST = "native32";

  private static final List<String> COMPARED = List.of("rapid", "xxh3");

  private Claim() {}

  /**
   * By strategy and length: {@code independent}, nanoseconds of hashes that overlap; {@code one},
   * of one that waits for the one before; {@code oneLessHarness}, the same less what measuring
   * takes by itself. And by strategy, but for the loop, and length: {@code loop…}, how many times
   * as long the loop takes. Of vectorized 31 there is {@code independent} only. What could not be
   * measured is left out, and all of it without the loop; so is what is less the harness where that
   * has taken no less, as it does if something disturbs it.
   *
   * @param result figures of a run
   */
  static Map<String, Object> of(Map<String, Object> result) {
    var strategies = new LinkedHashMap<String, Object>();
    Figures figures = new Figures(result);
    if (!figures.has(SpeedForm.BYTES.figure(), Plain31.LOOP)) {
      return strategies;
    }
    var names = new ArrayList<>(Plain31.names());
    figures.map("buckets").keySet().stream()
        .map(Object::toString)
        .filter(name -> name.equals(FAST) || COMPARED.contains(name))
        .forEach(names::add);
    names.removeIf(name -> !figures.has(SpeedForm.BYTES.figure(), name));
    for (String name : names) {
      var lengths = new LinkedHashMap<String, Object>();
      for (String length : LENGTHS) {
        lengths.put(length, one(figures, name, length));
      }
      strategies.put(name, lengths);
    }
    return strategies;
  }

  private static Map<String, Object> one(Figures figures, String name, String length) {
    double independent = figures.number(SpeedForm.BYTES.figure(), name, length);
    double loopIndependent = figures.number(SpeedForm.BYTES.figure(), Plain31.LOOP, length);
    var fields = new LinkedHashMap<String, Object>();
    fields.put("independent", independent);
    fields.put("loopIndependent", loopIndependent / independent);
    if (!figures.has(SpeedForm.CHAINED.figure(), name)
        || !figures.has("nsHarness", SpeedForm.CHAINED.figure(), length)) {
      return fields;
    }
    double harness = figures.number("nsHarness", SpeedForm.CHAINED.figure(), length);
    double one = figures.number(SpeedForm.CHAINED.figure(), name, length);
    double loopOne = figures.number(SpeedForm.CHAINED.figure(), Plain31.LOOP, length);
    fields.put("one", one);
    fields.put("loopOne", loopOne / one);
    if (harness < Math.min(one, loopOne)) {
      fields.put("oneLessHarness", one - harness);
      fields.put("loopOneLessHarness", (loopOne - harness) / (one - harness));
    }
    return fields;
  }
}
