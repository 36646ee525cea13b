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
  /** Measures, both kinds in turn. For a process of its own. */
  static Flood of(HashStrategy strategy) {
    List<String> colliding = Adversary.flood();
    List<String> random = Adversary.random();
    MapWatch.OnHeap flood = MapWatch.OnHeap.NEVER;
    MapWatch.OnHeap usual = MapWatch.OnHeap.NEVER;
    long start = System.nanoTime();
    for (int round = 0; MapWatch.goesOn(round, start); round++) {
      flood = flood.best(MapWatch.heapOnce(strategy, colliding));
      usual = usual.best(MapWatch.heapOnce(strategy, random));
    }
    return new Flood(flood.put(), flood.get(), usual.put(), usual.get());
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
