package io.vitrine.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The figures that matter most, as a table of text. Stateless, for any thread. */
final class Summary {
  private static final List<String> LENGTHS = List.of("4", "8", "16", "64", "1024");
  private static final int WIDTH = 100;

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
            Boolean.TRUE.equals(at(keys, "distinctExact")) ? "" : "about ",
            count(keys, "distinct"),
            Boolean.TRUE.equals(at(keys, "sample")) ? ", of which a sample was taken" : ""));
    ((List<?>) at(result, "notes")).forEach(note -> lines.add(note.toString()));
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
    lines.add("3 chars    all 857,375 texts of three characters, less their different hashes");
    lines.add("colliding  the keys, less their different hashes");
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
    for (List<String> part : List.of(flood(map(result, "flood")), claim(map(result, "claim")))) {
      lines.addAll(part);
      if (!part.isEmpty()) {
        lines.add("");
      }
    }
    for (Object finding : (List<?>) at(result, "findings")) {
      lines.addAll(wrapped(finding.toString()));
    }
    lines.add("");
    lines.add("What to take for");
    for (Object each : (List<?>) at(result, "advice")) {
      Map<?, ?> of = (Map<?, ?>) each;
      lines.add(String.format("%-20s %-10s %s", at(of, "keys"), at(of, "take"), at(of, "why")));
    }
    return String.join(System.lineSeparator(), lines);
  }

  /** Both ways of measuring, side by side. */
  private static List<String> claim(Map<?, ?> claim) {
    if (claim.isEmpty()) {
      return List.of();
    }
    var lines = new ArrayList<String>();
    lines.add(
        "ns for a byte[] of "
            + String.join(" / ", Claim.LENGTHS)
            + ", and how many times as fast as loop31 in brackets");
    String format = "%-12s %-38s %-38s %s";
    lines.add(
        String.format(
            format,
            "",
            "independent hashes",
            "one hash, less the harness",
            "one, with the harness"));
    claim.forEach((name, lengths) ->
        lines.add(
            String.format(
                format,
                name,
                both(lengths, "independent", "loopIndependent"),
                both(lengths, "oneLessHarness", "loopOneLessHarness"),
                both(lengths, "one", "loopOne"))));
    return lines;
  }

  private static String both(Object lengths, String nanos, String times) {
    var cells = new ArrayList<String>();
    for (Object of : ((Map<?, ?>) lengths).values()) {
      Map<?, ?> each = (Map<?, ?>) of;
      cells.add(
          each.containsKey(nanos)
              ? String.format(Locale.ROOT, "%.1f (%.1f)", share(each, nanos), share(each, times))
              : "-");
    }
    return Set.of("-").containsAll(cells) ? "not measured" : String.join(" / ", cells);
  }

  /** In lines of up to 100 characters. */
  private static List<String> wrapped(String text) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() + word.length() >= WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(" ");
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private static String line(Map<String, Object> result, String strategy) {
    Map<?, ?> avalanche = map(map(map(result, "avalanche"), strategy), "8");
    Map<?, ?> buckets = map(map(result, "buckets"), strategy);
    var figures = new Figures(result);
    String nanos =
        figures.has("nsPerKey", strategy)
            ? LENGTHS.stream()
                .map(length -> shown("%.1f", figures, "nsPerKey", strategy, length))
                .collect(Collectors.joining(" / "))
            : "not measured";
    return String.format(
        Locale.ROOT,
        "%-12s %4s %,9d %,9d %7s %6.2f %6s %7.3f %6s | %s",
        strategy,
        at(avalanche, "bits"),
        count(map(result, "threeChar"), strategy),
        count(map(map(result, "wholeHash"), strategy), "colliding"),
        at(buckets, "score"),
        share(map(buckets, "map"), "meanProbes"),
        shown("%.2f", figures, "maps", "storeMeanLines", strategy),
        share(avalanche, "worstBias"),
        shown("%.1f", figures, "flood", strategy, "ratioGet"),
        nanos);
  }

  private static String shown(String format, Figures figures, String... path) {
    double found = figures.has(path) ? figures.number(path) : Double.NaN;
    return Double.isNaN(found) ? "-" : String.format(Locale.ROOT, format, found);
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
