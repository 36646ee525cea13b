package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import io.vitrine.hashing.StrategyHashMap;
import io.vitrine.store.Codecs;
import io.vitrine.store.LookupStatistics;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.util.List;
import java.util.function.Consumer;

/** Measures maps with the keys at hand. Stateless; for a process of its own. */
final class MapWatch {
  private static final int ROUNDS = 8;

  private MapWatch() {}

  /** Nanoseconds to put a key into a fresh map, and to find one in it: the best of all rounds. */
  static double[] heap(HashStrategy strategy, List<String> keys) {
    double[] best = {Double.MAX_VALUE, Double.MAX_VALUE};
    for (int round = 0; round < ROUNDS; round++) {
      double[] found = heapOnce(strategy, keys);
      best[0] = Math.min(best[0], found[0]);
      best[1] = Math.min(best[1], found[1]);
    }
    return best;
  }

  /** The same of one round. */
  static double[] heapOnce(HashStrategy strategy, List<String> keys) {
    var map = new StrategyHashMap<String, Boolean>(strategy);
    double put = nanos(keys, key -> map.put(key, true));
    return new double[] {put, nanos(keys, key -> require(map.get(key) != null))};
  }

  /**
   * The same with a map of a store in memory.
   *
   * @param lookups how many lines of slots a lookup looks at, on average and at the most
   */
  record InStore(double put, double get, LookupStatistics lookups) {}

  /** Measures a map of a store in memory. */
  static InStore store(HashStrategy strategy, List<String> keys) {
    double put = Double.MAX_VALUE;
    double get = Double.MAX_VALUE;
    var lookups = new LookupStatistics(0, 0, 0);
    for (int round = 0; round < 2; round++) {
      try (Store store = Stores.inMemory()) {
        StoreMap<String, Long> map =
            store.map(
                "/maps/keys", MapOptions.of(Codecs.strings(), Codecs.longs()).withHash(strategy));
        put = Math.min(put, nanos(keys, key -> map.put(key, 1L)));
        for (int i = 0; i < ROUNDS / 2; i++) {
          get = Math.min(get, nanos(keys, key -> require(map.get(key) != null)));
        }
        lookups = map.lookupStatistics();
      }
    }
    return new InStore(put, get, lookups);
  }

  private static void require(boolean found) {
    if (!found) {
      throw new IllegalStateException("a key that was put is not there");
    }
  }

  private static double nanos(List<String> keys, Consumer<String> call) {
    long start = System.nanoTime();
    keys.forEach(call);
    return (double) (System.nanoTime() - start) / keys.size();
  }
}
