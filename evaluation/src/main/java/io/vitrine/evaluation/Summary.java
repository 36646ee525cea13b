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
            "%,d keys of %s: %,d lines, %,d different%s",
            count(keys, "evaluated"),
            at(keys, "source"),
            count(keys, "lines"),
            count(keys, "distinct"),
            Boolean.TRUE.equals(at(keys, "sample")) ? ", of which a sample was taken" : ""));
    lines.add("");
    lines.add(
        String.format(
            "%-12s %4s %9s %9s %7s %6s %7s | ns for a byte[] of %s",
            "strategy",
            "bits",
            "3 chars",
            "colliding",
            "score",
            "probes",
            "bias",
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
    lines.add(
        "bias       the worst of flipping one bit of 8 characters: 0 is perfect, 0.5 useless");
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
        "%-12s %4s %,9d %,9d %7s %6.2f %7.3f | %s",
        strategy,
        at(avalanche, "bits"),
        count(map(result, "threeChar"), strategy),
        count(map(map(result, "wholeHash"), strategy), "colliding"),
        at(buckets, "score"),
        share(map(buckets, "map"), "meanProbes"),
        share(avalanche, "worstBias"),
        String.join(" / ", nanos));
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
