package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The way in of a process that measures one strategy and prints what it finds, a line each. */
final class SpeedFork {
  /** What a process can be asked for. */
  enum Task {
    /** Numbers, arrays and texts. */
    HASHES,

    /** Maps with the keys at hand, and under a flood. */
    MAPS
  }

  /** Keys that the maps are tried with: enough to leave the caches. */
  private static final int MAP_KEYS_MAX = 100_000;

  private SpeedFork() {}

  /**
   * Measures.
   *
   * @param args task, strategy, seed, lengths of arrays and of texts separated by commas, file of
   *     keys or nothing
   */
  public static void main(String[] args) throws IOException {
    AdaptedStrategies.register();
    HashStrategy strategy = strategy(args[1], Long.parseLong(args[2]));
    if (Task.valueOf(args[0]) == Task.MAPS) {
      maps(strategy, args.length > 5 ? Path.of(args[5]) : null);
      return;
    }
    var watch = new Stopwatch(strategy);
    watch.arrays(lengths(args[3])).forEach((length, nanos) -> tell("bytes", length, nanos));
    if (!Plain31.names().contains(strategy.name())) {
      watch.texts(lengths(args[4])).forEach((length, nanos) -> tell("text", length, nanos));
      tell("long", Long.BYTES, watch.numbers());
    }
  }

  private static HashStrategy strategy(String name, long seed) {
    return Plain31.names().contains(name) ? Plain31.of(name) : HashStrategies.of(name, seed);
  }

  private static List<Integer> lengths(String text) {
    return Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList();
  }

  private static void maps(HashStrategy strategy, @Nullable Path file) throws IOException {
    List<String> keys = KeyFile.read(file, MAP_KEYS_MAX).keys();
    MapWatch.OnHeap heap = MapWatch.heap(strategy, keys);
    tell("heapPut", keys.size(), heap.put());
    tell("heapGet", keys.size(), heap.get());
    MapWatch.InStore store = MapWatch.store(strategy, keys);
    tell("storePut", keys.size(), store.put());
    tell("storeGet", keys.size(), store.get());
    tell("storeMeanLines", keys.size(), store.lookups().meanLines());
    tell("storeMostLines", keys.size(), (double) store.lookups().mostLines());
    Flood flood = Flood.of(strategy);
    tell("floodPut", Adversary.FLOOD, flood.floodPut());
    tell("floodGet", Adversary.FLOOD, flood.floodGet());
    tell("randomPut", Adversary.FLOOD, flood.randomPut());
    tell("randomGet", Adversary.FLOOD, flood.randomGet());
  }

  private static void tell(String what, int length, double value) {
    tell(what, length, List.of(value));
  }

  private static void tell(String what, int length, List<Double> values) {
    Stream<String> shown = values.stream().map(each -> String.format(Locale.ROOT, "%.4f", each));
    System.out.println(what + " " + length + " " + String.join(" ", shown.toList()));
  }
}
