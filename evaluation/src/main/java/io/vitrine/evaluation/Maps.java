package io.vitrine.evaluation;

import io.vitrine.hashing.BucketStatistics;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.hashing.StrategyHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a {@link StrategyHashMap} makes of keys. Stateless, for any thread. */
final class Maps {
  private static final double GROWN_AT = 0.75;

  private Maps() {}

  /** How the entries lie once all keys are in. */
  static Map<String, Object> statistics(HashStrategy strategy, List<?> keys) {
    var map = new StrategyHashMap<Object, Boolean>(strategy);
    keys.forEach(key -> map.put(key, true));
    BucketStatistics found = map.statistics();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("keys", found.entries());
    fields.put("buckets", found.buckets());
    fields.put("usedBuckets", found.usedBuckets());
    fields.put("trees", found.trees());
    fields.put("fullest", found.fullest());
    fields.put("meanProbes", found.meanProbes());
    fields.put("mostProbes", found.mostProbes());
    return fields;
  }

  /** What to expect of a hash that is random: how many entries a lookup looks at. */
  static double expectedProbes(int keys) {
    int buckets = 16;
    while (keys > GROWN_AT * buckets) {
      buckets *= 2;
    }
    return keys == 0 ? 0 : 1 + (keys - 1) / 2.0 / buckets;
  }
}
