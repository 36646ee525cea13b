package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Nanoseconds of all strategies: each is measured in processes of its own, which take turns, so
 * that whatever else the machine does hits all alike. For one thread.
 */
final class Speed {
  private final @Nullable Path keys;
  private final String lengths;
  private final String chainedLengths;
  private final String textLengths;

  /** By strategy, by what was measured and its length, such as {@code bytes 16}. */
  private final Map<String, Map<String, List<Double>>> samples = new LinkedHashMap<>();

  /**
   * Measures nothing yet.
   *
   * @param keys file of the keys for maps, null for the words that come with the program
   * @param thorough whether to measure further lengths
   */
  Speed(@Nullable Path keys, boolean thorough) {
    this.keys = keys;
    this.lengths =
        thorough
            ? "1,2,3,4,6,8,12,16,20,24,32,48,64,96,128,192,256,512,1024,2048,4096"
            : "1,2,4,6,8,12,16,24,32,64,128,256,1024,4096";
    this.chainedLengths =
        thorough ? "1,2,4,6,8,12,16,20,24,32,48,64,128,256,1024" : "4,8,16,24,32,64,256";
    this.textLengths =
        thorough ? "1,2,4,6,8,12,16,20,24,32,48,64,128,256,512,1024,4096" : "4,8,16,32,64,256,1024";
  }

  /** Measures one strategy once. */
  void measure(HashStrategy strategy, SpeedFork.Task task)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--sun-misc-unsafe-memory-access=allow"); // for zero-allocation-hashing
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SpeedFork.class.getName());
    command.add(task.name());
    command.add(strategy.name());
    command.add(Long.toString(strategy.seed()));
    command.add(lengths);
    command.add(chainedLengths);
    command.add(textLengths);
    if (keys != null) {
      command.add(keys.toString());
    }
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    Process process = builder.start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException("measuring " + strategy.name() + " failed: " + output.strip());
      }
      var found = samples.computeIfAbsent(strategy.name(), _ -> new LinkedHashMap<>());
      output.lines().forEach(line -> take(line, found));
    } finally {
      process.destroyForcibly();
    }
  }

  private static void take(String line, Map<String, List<Double>> found) {
    String[] words = line.split(" ", -1);
    List<Double> all = found.computeIfAbsent(words[0] + " " + words[1], _ -> new ArrayList<>());
    for (int i = 2; i < words.length; i++) {
      all.add(Double.parseDouble(words[i]));
    }
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
