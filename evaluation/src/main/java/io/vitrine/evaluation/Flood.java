package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import io.vitrine.hashing.StrategyHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a {@link StrategyHashMap} costs where a stranger sends texts that collide under {@code
 * string31}, against random texts of the same length. Immutable, for any thread.
 *
 * @param floodPut nanoseconds to put one of the colliding texts, the best of all rounds
 * @param floodGet to find one
 * @param randomPut to put a random text
 * @param randomGet to find one
 */
record Flood(double floodPut, double floodGet, double randomPut, double randomGet) {
  private static final int ROUNDS = 4;

  /** Measures, both kinds in turn. For a process of its own. */
  static Flood of(HashStrategy strategy) {
    List<String> colliding = Adversary.flood();
    List<String> random = Adversary.random();
    double[] flood = {Double.MAX_VALUE, Double.MAX_VALUE};
    double[] usual = {Double.MAX_VALUE, Double.MAX_VALUE};
    for (int round = 0; round < ROUNDS; round++) {
      best(flood, MapWatch.heapOnce(strategy, colliding));
      best(usual, MapWatch.heapOnce(strategy, random));
    }
    return new Flood(flood[0], flood[1], usual[0], usual[1]);
  }

  private static void best(double[] best, double[] found) {
    for (int i = 0; i < best.length; i++) {
      best[i] = Math.min(best[i], found[i]);
    }
  }

  /** The figures of all strategies, each by its name, with how many times as dear the flood is. */
  static Map<String, Object> all(Speed speed) {
    var all = new LinkedHashMap<String, Object>();
    Map<String, Object> floodPut = speed.single("floodPut");
    for (String strategy : floodPut.keySet()) {
      var fields = new LinkedHashMap<String, Object>();
      for (String call : List.of("Put", "Get")) {
        double flood = figure(speed, "flood" + call, strategy);
        double random = figure(speed, "random" + call, strategy);
        fields.put("flood" + call, flood);
        fields.put("random" + call, random);
        fields.put("ratio" + call, flood / random);
      }
      all.put(strategy, fields);
    }
    return all;
  }

  private static double figure(Speed speed, String what, String strategy) {
    Object found = speed.single(what).get(strategy);
    return found instanceof Double nanos ? nanos : Double.NaN;
  }
}
