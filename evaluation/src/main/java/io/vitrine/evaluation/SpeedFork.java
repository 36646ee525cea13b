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
    /** Numbers, arrays and texts of all kinds. */
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
   * @param args task, strategy, seed, lengths of arrays, of arrays one after the other and of texts
   *     separated by commas, file of keys or nothing
   */
  public static void main(String[] args) throws IOException {
    AdaptedStrategies.register();
    HashStrategy strategy = strategy(args[1], Long.parseLong(args[2]));
    if (Task.valueOf(args[0]) == Task.MAPS) {
      maps(strategy, args.length > 6 ? Path.of(args[6]) : null);
      return;
    }
    var watch = new Stopwatch(strategy);
    watch.arrays(lengths(args[3])).forEach((length, nanos) -> tell("bytes", length, nanos));
    if (!strategy.name().equals(Plain31.VECTOR)) { // The JDK has no such method for a range.
      watch.chained(lengths(args[4])).forEach((length, nanos) -> tell("chained", length, nanos));
    }
    if (strategy.name().equals(NoHash.NAME)) {
      return;
    }
    if (!Plain31.names().contains(strategy.name())) {
      tell("long", Long.BYTES, watch.numbers());
    }
    // ASCII first: what the compiler makes for it is undone by the first text of UTF-16.
    for (TextKind kind : TextKind.values()) {
      watch
          .texts(lengths(args[5]), kind)
          .forEach((length, nanos) -> tell(kind.label(), length, nanos));
    }
  }

  private static HashStrategy strategy(String name, long seed) {
    if (name.equals(NoHash.NAME)) {
      return new NoHash();
    }
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
    List<String> shorter = keys.stream().filter(MapWatch::fitsStore).toList();
    MapWatch.InStore store = MapWatch.store(strategy, shorter);
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
