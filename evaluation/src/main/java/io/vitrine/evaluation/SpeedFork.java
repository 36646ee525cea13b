package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The way in of a process that measures one strategy and prints what it finds, a line each. */
final class SpeedFork {
  /** Keys that the maps are tried with: enough to leave the caches. */
  private static final int MAP_KEYS_MAX = 100_000;

  private SpeedFork() {}

  /**
   * Measures.
   *
   * @param args strategy, seed, nanoseconds of a sample, file of keys or nothing
   */
  public static void main(String[] args) throws IOException {
    AdaptedStrategies.register();
    long nanos = Long.parseLong(args[2]);
    for (HashStrategy plain : Plain31.both()) {
      if (plain.name().equals(args[0])) {
        tellArrays(new Stopwatch(plain, nanos));
        return;
      }
    }
    HashStrategy strategy = HashStrategies.of(args[0], Long.parseLong(args[1]));
    var watch = new Stopwatch(strategy, nanos);
    tell("long", 8, watch.numbers());
    for (int length : Stopwatch.TEXT_LENGTHS) {
      tell("text", length, watch.texts(length));
    }
    tellArrays(watch);
    Path file = args.length > 3 ? Path.of(args[3]) : null;
    List<String> keys = KeyFile.read(file, MAP_KEYS_MAX).keys();
    double[] heap = MapWatch.heap(strategy, keys);
    tell("heapPut", keys.size(), List.of(heap[0]));
    tell("heapGet", keys.size(), List.of(heap[1]));
    MapWatch.InStore store = MapWatch.store(strategy, keys);
    tell("storePut", keys.size(), List.of(store.put()));
    tell("storeGet", keys.size(), List.of(store.get()));
    tell("storeMeanLines", keys.size(), List.of(store.lookups().meanLines()));
    tell("storeMostLines", keys.size(), List.of((double) store.lookups().mostLines()));
    Flood flood = Flood.of(strategy);
    tell("floodPut", Adversary.FLOOD, List.of(flood.floodPut()));
    tell("floodGet", Adversary.FLOOD, List.of(flood.floodGet()));
    tell("randomPut", Adversary.FLOOD, List.of(flood.randomPut()));
    tell("randomGet", Adversary.FLOOD, List.of(flood.randomGet()));
  }

  private static void tellArrays(Stopwatch watch) {
    for (int length : Stopwatch.LENGTHS) {
      tell("bytes", length, watch.arrays(length));
    }
  }

  private static void tell(String what, int length, List<Double> nanos) {
    var line = new StringBuilder(what).append(' ').append(length);
    for (double each : nanos) {
      line.append(String.format(Locale.ROOT, " %.4f", each));
    }
    System.out.println(line);
  }
}
