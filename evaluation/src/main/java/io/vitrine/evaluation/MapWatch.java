package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import io.vitrine.hashing.StrategyHashMap;
import io.vitrine.store.Codecs;
import io.vitrine.store.LookupStatistics;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Measures maps with the keys at hand. Stateless; for a process of its own. */
final class MapWatch {
  /** Most bytes of a key of a store. */
  static final int STORE_KEY_MAX = 65_535;

  /** Most bytes that a UTF-16 unit takes in UTF-8. */
  private static final int UTF8_MAX = 3;

  private static final int ROUNDS_MIN = 3;
  private static final int ROUNDS_MAX = 8;

  /** After so long no further round begins. */
  private static final long BOX_NANOS = TimeUnit.SECONDS.toNanos(1);

  private MapWatch() {}

  /**
   * Nanoseconds of a map on the heap, for a key.
   *
   * @param put to put one into a map that grows from empty
   * @param get to find one in it
   */
  record OnHeap(double put, double get) {
    static final OnHeap NEVER = new OnHeap(Double.MAX_VALUE, Double.MAX_VALUE);

    /** The better of this and another round. */
    OnHeap best(OnHeap other) {
      return new OnHeap(Math.min(put, other.put), Math.min(get, other.get));
    }
  }

  /** Measures maps on the heap: the best of 3 to 8 rounds. */
  static OnHeap heap(HashStrategy strategy, List<String> keys) {
    OnHeap best = OnHeap.NEVER;
    long start = System.nanoTime();
    for (int round = 0; goesOn(round, start); round++) {
      best = best.best(heapOnce(strategy, keys));
    }
    return best;
  }

  /** Whether another round fits in, of as many as this and of those since a time. */
  static boolean goesOn(int rounds, long start) {
    return rounds < ROUNDS_MIN || (rounds < ROUNDS_MAX && System.nanoTime() - start < BOX_NANOS);
  }

  /** One round. */
  static OnHeap heapOnce(HashStrategy strategy, List<String> keys) {
    var map = new StrategyHashMap<String, Boolean>(strategy);
    double put = nanos(keys, key -> map.put(key, true));
    return new OnHeap(put, nanos(keys, key -> require(map.get(key) != null)));
  }

  /**
   * The same with a map of a store in memory.
   *
   * @param put to put a key into a map that grows from empty, the better of two
   * @param get to find one, the best of six rounds
   * @param lookups how many lines of slots a lookup looks at, on average and at the most
   */
  record InStore(double put, double get, LookupStatistics lookups) {}

  /** Whether a key is short enough for a store. */
  static boolean fitsStore(String key) {
    return key.length() <= STORE_KEY_MAX / UTF8_MAX
        || key.getBytes(StandardCharsets.UTF_8).length <= STORE_KEY_MAX;
  }

  /** Measures maps of stores in memory, with keys that all fit; without any it finds nothing. */
  static InStore store(HashStrategy strategy, List<String> keys) {
    if (keys.isEmpty()) {
      return new InStore(Double.NaN, Double.NaN, new LookupStatistics(0, Double.NaN, 0));
    }
    InStore first = storeOnce(strategy, keys);
    InStore second = storeOnce(strategy, keys);
    return new InStore(
        Math.min(first.put, second.put), Math.min(first.get, second.get), second.lookups);
  }

  private static InStore storeOnce(HashStrategy strategy, List<String> keys) {
    try (Store store = Stores.inMemory()) {
      StoreMap<String, Long> map =
          store.map(
              "/maps/keys", MapOptions.of(Codecs.strings(), Codecs.longs()).withHash(strategy));
      double put = nanos(keys, key -> map.put(key, 1L));
      double get = Double.MAX_VALUE;
      for (int round = 0; round < ROUNDS_MIN; round++) {
        get = Math.min(get, nanos(keys, key -> require(map.get(key) != null)));
      }
      return new InStore(put, get, map.lookupStatistics());
    }
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
