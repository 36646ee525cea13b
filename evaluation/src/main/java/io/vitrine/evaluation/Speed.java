package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Nanoseconds of all strategies: each is measured in processes of its own, which take turns, so
 * that whatever else the machine does hits all alike. For one thread.
 */
final class Speed {
  /** Keys that the maps are tried with: enough to leave the caches. */
  static final int MAP_KEYS_MAX = 100_000;

  private final List<String> keys;
  private final String registration;
  private final Map<String, String> environment;
  private final List<Integer> lengths;
  private final List<Integer> chainedLengths;
  private final List<Integer> textLengths;

  /** By strategy, by what was measured and its length, such as {@code bytes 16}. */
  private final Map<String, Map<String, List<Double>>> samples = new LinkedHashMap<>();

  /** Why some strategies could not be measured, by their names. */
  private final Map<String, String> failures = new LinkedHashMap<>();

  /**
   * Measures nothing yet.
   *
   * @param keys keys for maps, of which so many are drawn as these are tried with
   * @param thorough whether to measure further lengths
   * @param registration name of the class that registers strategies in the processes that measure,
   *     or nothing
   * @param environment variables for the processes that measure, besides those of this one
   */
  Speed(List<String> keys, boolean thorough, String registration, Map<String, String> environment) {
    this.keys = KeyDraw.of(keys, MAP_KEYS_MAX);
    this.registration = registration;
    this.environment = Map.copyOf(environment);
    this.lengths =
        thorough
            ? List.of(
                1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048,
                4096)
            : List.of(1, 2, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, 1024, 4096);
    this.chainedLengths =
        thorough
            ? List.of(1, 2, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 128, 256, 1024)
            : List.of(4, 8, 16, 24, 32, 64, 256);
    this.textLengths =
        thorough
            ? List.of(1, 2, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 128, 256, 512, 1024, 4096)
            : List.of(4, 8, 16, 32, 64, 256, 1024);
  }

  /** Measures one strategy once; not again where that has failed. */
  void measure(HashStrategy strategy, SpeedJob.Task task) throws InterruptedException {
    if (failures.containsKey(strategy.name())) {
      return;
    }
    var job =
        new SpeedJob(
            task,
            strategy.name(),
            strategy.seed(),
            HashStrategies.selfTest(strategy),
            registration,
            lengths,
            chainedLengths,
            textLengths,
            task == SpeedJob.Task.MAPS ? keys : List.of());
    try {
      List<String> lines = SpeedProcess.run(job, environment);
      var found = samples.computeIfAbsent(strategy.name(), _ -> new LinkedHashMap<>());
      lines.forEach(line -> take(line, found));
    } catch (IOException e) {
      failures.put(
          strategy.name(), Objects.requireNonNullElse(e.getMessage(), e.getClass().getName()));
    }
  }

  private static void take(String line, Map<String, List<Double>> found) {
    String[] words = line.split(" ", -1);
    List<Double> all = found.computeIfAbsent(words[0] + " " + words[1], _ -> new ArrayList<>());
    for (int i = 2; i < words.length; i++) {
      all.add(Double.parseDouble(words[i]));
    }
  }

  /** Why some strategies could not be measured, in one line each, by their names. */
  Map<String, String> failures() {
    return Collections.unmodifiableMap(failures);
  }

  /** Medians by strategy and length. */
  Map<String, Object> medians(String what) {
    return byLength(what, Speed::median);
  }

  /** The lowest and the highest by strategy and length. */
  Map<String, Object> ranges(String what) {
    return byLength(what, all -> List.of(Collections.min(all), Collections.max(all)));
  }

  /** Medians of measuring itself by length; empty where that was not measured. */
  Map<String, Object> harness(String what) {
    var lengths = new LinkedHashMap<String, Object>();
    samples
        .getOrDefault(NoHash.NAME, Map.of())
        .forEach((name, all) -> {
          if (name.startsWith(what + " ")) {
            lengths.put(name.substring(what.length() + 1), median(all));
          }
        });
    return lengths;
  }

  /** The median of what was measured without lengths, by strategy. */
  Map<String, Object> single(String what) {
    var single = new LinkedHashMap<String, Object>();
    samples.forEach((strategy, found) ->
        found.forEach((name, all) -> {
          if (name.startsWith(what + " ")) {
            single.put(strategy, median(all));
          }
        }));
    return single;
  }

  private Map<String, Object> byLength(String what, Function<List<Double>, Object> figure) {
    var result = new LinkedHashMap<String, Object>();
    samples.forEach((strategy, found) -> {
      var lengths = new LinkedHashMap<String, Object>();
      found.forEach((name, all) -> {
        if (name.startsWith(what + " ")) {
          lengths.put(name.substring(what.length() + 1), figure.apply(all));
        }
      });
      if (!lengths.isEmpty() && !strategy.equals(NoHash.NAME)) {
        result.put(strategy, lengths);
      }
    });
    return result;
  }

  private static double median(List<Double> all) {
    List<Double> sorted = all.stream().sorted().toList();
    int size = sorted.size();
    return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
  }
}
