package io.vitrine.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures that matter most, as a table of text. Stateless, for any thread. */
final class Summary {
  private static final List<String> LENGTHS = List.of("4", "8", "16", "64", "1024");

  private Summary() {}

  static String of(Map<String, Object> result) {
    var lines = new ArrayList<String>();
    Map<?, ?> keys = map(result, "keys");
    lines.add(
        String.format(
            Locale.ROOT,
            "%,d keys of %s: %,d lines, %s%,d different%s",
            count(keys, "evaluated"),
            at(keys, "source"),
            count(keys, "lines"),
            Boolean.TRUE.equals(at(keys, "sample")) ? "about " : "",
            count(keys, "distinct"),
            Boolean.TRUE.equals(at(keys, "sample")) ? ", of which a sample was taken" : ""));
    lines.add("");
    lines.add(
        String.format(
            "%-12s %4s %9s %9s %7s %6s %6s %7s %6s | ns for a byte[] of %s",
            "strategy",
            "bits",
            "3 chars",
            "colliding",
            "score",
            "probes",
            "lines",
            "bias",
            "flood",
            String.join(" / ", LENGTHS)));
    for (Object strategy : map(result, "buckets").keySet()) {
      lines.add(line(result, strategy.toString()));
    }
    lines.add("");
    lines.add(
        "3 chars    of all 857,375 texts of three characters, those whose hash another one has");
    lines.add("colliding  of the keys, the same");
    lines.add(
        "score      collisions in buckets by length of the keys, in percent, and the worst again");
    lines.add("probes     entries that a lookup in a map of all keys looks at, on average");
    lines.add("lines      lines of eight slots that a lookup in the store looks at, on average");
    lines.add(
        "bias       the worst of flipping one bit of 8 characters: 0 is perfect, 0.5 useless");
    lines.add(
        "flood      times the cost of finding a random text, of one out of 100,000 that all collide"
            + " under string31");
    lines.add("");
    lines.addAll(flood(map(result, "flood")));
    lines.add("");
    lines.add("What to take for");
    for (Object each : (List<?>) at(result, "advice")) {
      Map<?, ?> of = (Map<?, ?>) each;
      lines.add(String.format("%-20s %-10s %s", at(of, "keys"), at(of, "take"), at(of, "why")));
    }
    return String.join(System.lineSeparator(), lines);
  }

  private static String line(Map<String, Object> result, String strategy) {
    Map<?, ?> avalanche = map(map(map(result, "avalanche"), strategy), "8");
    Map<?, ?> buckets = map(map(result, "buckets"), strategy);
    Map<?, ?> speed = map(map(result, "nsPerKey"), strategy);
    var nanos = new ArrayList<String>();
    for (String length : LENGTHS) {
      nanos.add(String.format(Locale.ROOT, "%.1f", share(speed, length)));
    }
    return String.format(
        Locale.ROOT,
        "%-12s %4s %,9d %,9d %7s %6.2f %6.2f %7.3f %6.1f | %s",
        strategy,
        at(avalanche, "bits"),
        count(map(result, "threeChar"), strategy),
        count(map(map(result, "wholeHash"), strategy), "colliding"),
        at(buckets, "score"),
        share(map(buckets, "map"), "meanProbes"),
        share(map(map(result, "maps"), "storeMeanLines"), strategy),
        share(avalanche, "worstBias"),
        share(map(map(result, "flood"), strategy), "ratioGet"),
        String.join(" / ", nanos));
  }

  /** What the flood costs where it hits, and where it does not. */
  private static List<String> flood(Map<?, ?> all) {
    var lines = new ArrayList<String>();
    lines.add("100,000 texts in a StrategyHashMap, ns to put / to find: colliding, random, ratio");
    for (String strategy : List.of("string31", "siphash")) {
      if (all.containsKey(strategy)) {
        Map<?, ?> of = map(all, strategy);
        lines.add(
            String.format(
                Locale.ROOT,
                "%-12s %.0f / %.0f, %.0f / %.0f, %.1f / %.1f",
                strategy,
                share(of, "floodPut"),
                share(of, "floodGet"),
                share(of, "randomPut"),
                share(of, "randomGet"),
                share(of, "ratioPut"),
                share(of, "ratioGet")));
      }
    }
    return lines.size() == 1 ? List.of() : lines;
  }

  private static Map<?, ?> map(Map<?, ?> from, String name) {
    return (Map<?, ?>) at(from, name);
  }

  private static long count(Map<?, ?> from, String name) {
    return ((Number) at(from, name)).longValue();
  }

  private static double share(Map<?, ?> from, String name) {
    return ((Number) at(from, name)).doubleValue();
  }

  private static Object at(Map<?, ?> from, String name) {
    Object found = from.get(name);
    if (found == null) {
      throw new IllegalStateException("no figure is called " + name);
    }
    return found;
  }
}
