package io.vitrine.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run says of the article's claim, and of where 31 is the fastest: in words, which page and
 * terminal share. Immutable, for any thread.
 */
final class Findings {
  private static final double CLAIMED = 3;
  private static final List<String> ALL_31 = List.of("string31", Plain31.LOOP, Plain31.VECTOR);

  private final Figures figures;

  private Findings(Figures figures) {
    this.figures = figures;
  }

  /**
   * The findings.
   *
   * @param result all figures of a run, with those of {@link Claim}
   * @return a sentence or a few each
   */
  static List<String> of(Map<String, Object> result) {
    var findings = new Findings(new Figures(result));
    var all = new ArrayList<String>();
    if (findings.figures.has("claim", Claim.FAST, Claim.LENGTHS.getFirst(), "loopOne")) {
      all.add(findings.claim());
    }
    if (findings.figures.has("claim", Plain31.VECTOR)) {
      all.add(findings.vectorized());
    }
    for (SpeedForm form : findings.measured()) {
      all.add("Fastest for a " + form.title() + ": " + findings.fastest(form) + ".");
    }
    if (!findings.measured().isEmpty()) {
      all.add(findings.where31());
    }
    all.add(findings.cost());
    return List.copyOf(all);
  }

  /** The forms in which 31 was measured. */
  private List<SpeedForm> measured() {
    return SpeedForm.ALL.stream().filter(form -> figures.has(form.figure(), Plain31.LOOP)).toList();
  }

  private String claim() {
    return String.format(
        Locale.ROOT,
        "native32 against 31 as a loop (loop31), a byte[] of %s. %s; %s; %s.",
        joined(Claim.LENGTHS),
        lessHarness(),
        against("the same, harness included", "One"),
        against("independent hashes, which overlap", "Independent"));
  }

  private String lessHarness() {
    String what = "One hash, from its beginning to its end, less the harness";
    boolean isKnown =
        Claim.LENGTHS.stream()
            .allMatch(length -> figures.has("claim", Claim.FAST, length, "loopOneLessHarness"));
    return isKnown
        ? against(what, "OneLessHarness")
        : what + ": not known, since in this run the harness has taken as long as a hash";
  }

  /** Such as: holds at 16 and 24, but not at 32. */
  private String against(String what, String figure) {
    List<String> times = new ArrayList<>();
    List<String> holds = new ArrayList<>();
    List<String> fails = new ArrayList<>();
    for (String length : Claim.LENGTHS) {
      double found = figures.number("claim", Claim.FAST, length, "loop" + figure);
      times.add(String.format(Locale.ROOT, "%.1f", found));
      (found >= CLAIMED ? holds : fails).add(length);
    }
    String verdict =
        fails.isEmpty()
            ? "3 times holds at all of them"
            : holds.isEmpty()
                ? "3 times holds at none of them"
                : "3 times holds at " + joined(holds) + ", not at " + joined(fails);
    return what + ": " + joined(times) + " times as fast, so " + verdict;
  }

  private String vectorized() {
    List<String> times =
        Claim.LENGTHS.stream()
            .map(length -> figures.number("claim", Plain31.VECTOR, length, "loopIndependent"))
            .map(found -> String.format(Locale.ROOT, "%.1f", found))
            .toList();
    return "Nobody runs the loop any more: 31 as the JDK vectorizes it (vector31) is, at "
        + joined(Claim.LENGTHS)
        + " bytes, "
        + joined(times)
        + " times as fast as the loop for independent hashes.";
  }

  /** Such as: vector31 at 1 to 6 bytes, rapid at 8. */
  private String fastest(SpeedForm form) {
    List<String> lengths = lengths(form);
    var parts = new ArrayList<String>();
    int start = 0;
    for (int i = 1; i <= lengths.size(); i++) {
      String name = fastest(form, lengths.get(start));
      if (i == lengths.size() || !fastest(form, lengths.get(i)).equals(name)) {
        parts.add(name + " at " + range(lengths.subList(start, i)));
        start = i;
      }
    }
    return String.join(", ", parts) + " " + form.unit();
  }

  private List<String> lengths(SpeedForm form) {
    return figures.map(form.figure(), Plain31.LOOP).keySet().stream()
        .map(Object::toString)
        .toList();
  }

  private String fastest(SpeedForm form, String length) {
    return figures.map(form.figure()).keySet().stream()
        .map(Object::toString)
        .filter(name -> !form.isText() || !name.equals("string31"))
        .min(Comparator.comparingDouble(name -> figures.number(form.figure(), name, length)))
        .orElseThrow();
  }

  private String where31() {
    var parts = new ArrayList<String>();
    for (SpeedForm form : measured()) {
      List<String> lengths = lengths(form);
      List<String> fast =
          lengths.stream().filter(length -> ALL_31.contains(fastest(form, length))).toList();
      String where =
          fast.isEmpty()
              ? "nowhere"
              : fast.size() == lengths.size() ? "at all lengths" : "at " + joined(fast);
      parts.add(form.title() + ": " + where);
    }
    return "Where 31 is the fastest of this run, by the median, computed anew each time (a String"
        + " keeps its hash, and tells it for nothing the second time): "
        + String.join("; ", parts)
        + ".";
  }

  private String cost() {
    return String.format(
        Locale.ROOT,
        "What 31 costs: all 857,375 texts of three characters have %,d fewer hashes than there are"
            + " texts (%,d texts share theirs with another one), these keys %,d fewer than there"
            + " are keys; and anybody can write texts that all collide.",
        (long) figures.number("costOf31", "threeChar"),
        (long) figures.number("costOf31", "threeCharSharing"),
        (long) figures.number("costOf31", "wholeHash"));
  }

  private static String range(List<String> lengths) {
    return lengths.size() < 3 ? joined(lengths) : lengths.getFirst() + " to " + lengths.getLast();
  }

  /** Such as: 16, 24 and 32. */
  private static String joined(List<String> words) {
    int last = words.size() - 1;
    return last == 0
        ? words.getFirst()
        : words.subList(0, last).stream().collect(Collectors.joining(", "))
            + " and "
            + words.get(last);
  }
}
