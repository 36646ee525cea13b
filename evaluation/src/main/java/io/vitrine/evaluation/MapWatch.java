package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import io.vitrine.hashing.StrategyHashMap;
import io.vitrine.store.Codecs;
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
    double put = Double.MAX_VALUE;
    double get = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      var map = new StrategyHashMap<String, Boolean>(strategy);
      put = Math.min(put, nanos(keys, key -> map.put(key, true)));
      get = Math.min(get, nanos(keys, key -> require(map.get(key) != null)));
    }
    return new double[] {put, get};
  }

  /** The same with a map of a store in memory. */
  static double[] store(HashStrategy strategy, List<String> keys) {
    double put = Double.MAX_VALUE;
    double get = Double.MAX_VALUE;
    for (int round = 0; round < 2; round++) {
      try (Store store = Stores.inMemory()) {
        StoreMap<String, Long> map =
            store.map(
                "/maps/keys", MapOptions.of(Codecs.strings(), Codecs.longs()).withHash(strategy));
        put = Math.min(put, nanos(keys, key -> map.put(key, 1L)));
        for (int i = 0; i < ROUNDS / 2; i++) {
          get = Math.min(get, nanos(keys, key -> require(map.get(key) != null)));
        }
      }
    }
    return new double[] {put, get};
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
