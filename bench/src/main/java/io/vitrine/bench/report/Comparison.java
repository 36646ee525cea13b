package io.vitrine.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Two runs beside each other: what changed beyond the spread. Immutable.
 *
 * <p>The spread is that of JVMs, not of what one of them measures again and again: the same code is
 * compiled in another way in the next JVM, by which it can be twice as fast.
 *
 * @param old the earlier run
 * @param newer the later one
 * @param changes the results of both, those of the later run first and in its order
 */
public record Comparison(RunFile old, RunFile newer, List<Change> changes) {
  /** JVMs on both sides from which on it can be told that something changed. */
  static final int FORKS_TO_TELL = 3;

  /**
   * How far the ranges of the JVMs' medians have to be from each other, as a part of the lower one:
   * three JVMs do not show all that there can be.
   */
  static final double NOISE = 0.1;

  /** What one JVM is enough for, as each finds the same. */
  private static final Set<String> SAME_IN_EACH_JVM = Set.of("space");

  /** In this order; of what is level only the number. */
  private static final List<Verdict> SHOWN =
      List.of(Verdict.SLOWER, Verdict.FASTER, Verdict.TOO_FEW, Verdict.NEW, Verdict.GONE);

  /** What became of a result. */
  public enum Verdict {
    /** Takes longer, or does less in the same time, and the spreads do not touch. */
    SLOWER,
    /** The opposite. */
    FASTER,
    /** The spreads touch. */
    LEVEL,
    /** The spreads do not touch, but too few JVMs measured to know how far those differ. */
    TOO_FEW,
    /** Only in the later run. */
    NEW,
    /** Only in the earlier run. */
    GONE;

    /** As it stands in JSON. */
    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * One result in both runs.
   *
   * @param verdict what became of it
   * @param before in the earlier run; for what is new, the later one
   * @param after in the later run; for what is gone, the earlier one
   */
  public record Change(Verdict verdict, Figure before, Figure after) {
    /** How many times as fast as before: above 1 is better. */
    double speed() {
      return after.isRate() ? after.value() / before.value() : before.value() / after.value();
    }
  }

  /**
   * Compares.
   *
   * @param old the earlier run
   * @param newer the later one
   * @return the comparison
   */
  public static Comparison of(RunFile old, RunFile newer) {
    Map<Figure.Key, Figure> before = byKey(old);
    Map<Figure.Key, Figure> after = byKey(newer);
    var changes = new ArrayList<Change>();
    after.forEach((key, figure) -> {
      Figure earlier = before.remove(key);
      changes.add(
          earlier == null
              ? new Change(Verdict.NEW, figure, figure)
              : new Change(verdict(earlier, figure), earlier, figure));
    });
    before.values().forEach(gone -> changes.add(new Change(Verdict.GONE, gone, gone)));
    return new Comparison(old, newer, List.copyOf(changes));
  }

  private static Map<Figure.Key, Figure> byKey(RunFile run) {
    var byKey = new LinkedHashMap<Figure.Key, Figure>();
    run.figures().forEach(figure -> byKey.putIfAbsent(figure.key(), figure));
    return byKey;
  }

  private static Verdict verdict(Figure before, Figure after) {
    boolean more = after.lowestJvm() > before.highestJvm() * (1 + NOISE);
    boolean less = before.lowestJvm() > after.highestJvm() * (1 + NOISE);
    if (!more && !less) {
      return Verdict.LEVEL; // also where one is no number
    }
    int forks = Math.min(before.forks().size(), after.forks().size());
    if (forks < FORKS_TO_TELL && !SAME_IN_EACH_JVM.contains(after.bench())) {
      return Verdict.TOO_FEW;
    }
    return more == after.isRate() ? Verdict.FASTER : Verdict.SLOWER;
  }

  /** The changes of one kind, the greatest first. */
  List<Change> of(Verdict verdict) {
    return changes.stream()
        .filter(change -> change.verdict == verdict)
        .sorted(java.util.Comparator.comparingDouble(change -> -Math.abs(Math.log(change.speed()))))
        .toList();
  }

  /**
   * As text for people.
   *
   * @return lines, without an end of line after the last
   */
  public String text() {
    var lines = new ArrayList<String>();
    lines.add("old  " + old.file());
    lines.add("new  " + newer.file());
    lines.addAll(notes());
    lines.addAll(differences());
    for (Verdict verdict : SHOWN) {
      List<Change> found = of(verdict);
      if (!found.isEmpty()) {
        lines.add("");
        lines.add(title(verdict) + ": " + found.size());
        found.forEach(change -> lines.add("  " + line(change)));
      }
    }
    lines.add("");
    lines.add(
        "level, since the spreads touch: " + of(Verdict.LEVEL).size() + " of " + changes.size());
    return String.join(System.lineSeparator(), lines);
  }

  private List<String> notes() {
    var notes = new ArrayList<>(old.notes());
    notes.addAll(newer.notes());
    return notes;
  }

  /** In what the runs differ besides the results: what may be the reason of a change. */
  private List<String> differences() {
    return Joined.differences(List.of(old, newer));
  }

  private static String title(Verdict verdict) {
    return verdict == Verdict.TOO_FEW
        ? "too few JVMs to tell (it takes " + FORKS_TO_TELL + " in both runs, by --rounds)"
        : verdict.label();
  }

  private static String line(Change change) {
    Figure after = change.after;
    String what = after.bench() + " " + after.system() + " (" + after.conditions() + ")";
    if (change.verdict == Verdict.NEW || change.verdict == Verdict.GONE) {
      return what + ": " + shown(after);
    }
    return String.format(
        Locale.ROOT,
        "%s: %s, then %s: %+.0f %%",
        what,
        shown(change.before),
        shown(after),
        100 * (after.value() / change.before.value() - 1));
  }

  private static String shown(Figure figure) {
    return String.format(
        Locale.ROOT,
        "%s %s [%s .. %s]",
        Numbers.shown(figure.value()),
        figure.unit(),
        Numbers.shown(figure.low()),
        Numbers.shown(figure.high()));
  }

  /**
   * As values that become JSON.
   *
   * @return the two files, whether both runs came to their ends, what to know of them and in what
   *     they differ, how many results there are of each kind, and all results of both
   */
  public Map<String, Object> tree() {
    var counts = new LinkedHashMap<String, Object>();
    for (Verdict verdict : Verdict.values()) {
      counts.put(verdict.label(), of(verdict).size());
    }
    var list = new ArrayList<Object>();
    for (Change change : changes) {
      var fields = new LinkedHashMap<String, Object>();
      fields.put("bench", change.after.bench());
      fields.put("system", change.after.system());
      fields.put("params", change.after.params());
      fields.put("unit", change.after.unit());
      fields.put("verdict", change.verdict.label());
      if (change.verdict != Verdict.NEW) {
        fields.put("old", values(change.before));
      }
      if (change.verdict != Verdict.GONE) {
        fields.put("new", values(change.after));
      }
      if (change.verdict != Verdict.NEW && change.verdict != Verdict.GONE) {
        fields.put("speed", change.speed());
      }
      list.add(fields);
    }
    var tree = new LinkedHashMap<String, Object>();
    tree.put("old", old.file().toString());
    tree.put("new", newer.file().toString());
    tree.put("complete", old.isComplete() && newer.isComplete());
    tree.put("notes", notes());
    tree.put("differences", differences());
    tree.put("counts", counts);
    tree.put("changes", list);
    return tree;
  }

  private static Map<String, Object> values(Figure figure) {
    var values = new LinkedHashMap<String, Object>();
    values.put("value", figure.value());
    values.put("low", figure.low());
    values.put("high", figure.high());
    values.put("forks", figure.forks());
    if (!Double.isNaN(figure.ratio())) {
      values.put("ratio", figure.ratio());
    }
    return values;
  }
}
