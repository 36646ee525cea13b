package io.vitrine.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/** All that a run has by length, as tables of Markdown. Immutable, for any thread. */
final class Tables {
  private final Figures figures;
  private final List<String> lines = new ArrayList<>();

  private Tables(Figures figures) {
    this.figures = figures;
  }

  static String of(Map<String, Object> result) {
    var tables = new Tables(new Figures(result));
    for (SpeedForm form : SpeedForm.ALL) {
      tables.speed(form);
    }
    tables.avalanche();
    tables.wholeHash();
    tables.buckets();
    return String.join(System.lineSeparator(), tables.lines);
  }

  private void speed(SpeedForm form) {
    List<String> names = names(form.figure());
    if (names.isEmpty()) {
      return; // nothing could be measured
    }
    table(
        "ns, " + form.title() + ", by " + form.unit(),
        names,
        names(form.figure(), names.getFirst()),
        (name, length) -> nanos(figures.number(form.figure(), name, length)));
    if (figures.has(
        "nsHarness", form.figure(), names(form.figure(), names.getFirst()).getFirst())) {
      var cells = new ArrayList<String>();
      for (String length : names(form.figure(), names.getFirst())) {
        cells.add(nanos(figures.number("nsHarness", form.figure(), length)));
      }
      row("the harness alone", cells);
    }
  }

  private void avalanche() {
    List<String> names = names("avalanche");
    table(
        "avalanche: bits that flip on average, and the worst bias, by characters",
        names,
        names("avalanche", names.getFirst()),
        (name, length) ->
            String.format(
                Locale.ROOT,
                "%.1f, %.3f",
                figures.number("avalanche", name, length, "meanFlips"),
                figures.number("avalanche", name, length, "worstBias")));
  }

  private void wholeHash() {
    List<String> names = names("wholeHash");
    table(
        "keys less different whole hashes, by characters",
        names,
        names("wholeHash", names.getFirst(), "lengths"),
        (name, length) -> count(figures.number("wholeHash", name, "lengths", length, "colliding")));
  }

  private void buckets() {
    List<String> names = names("buckets");
    table(
        "percent of keys that find their bucket in use, by characters",
        names,
        names("buckets", names.getFirst(), "lengths"),
        (name, length) -> count(figures.number("buckets", name, "lengths", length, "percent")));
  }

  private void table(
      String title,
      List<String> rows,
      List<String> columns,
      BiFunction<String, String, String> cell) {
    if (columns.isEmpty()) {
      return; // all keys are longer than those that it is about
    }
    lines.add("");
    lines.add("| " + title + " | " + String.join(" | ", columns) + " |");
    lines.add("| --- |" + " ---: |".repeat(columns.size()));
    for (String name : rows) {
      row("`" + name + "`", columns.stream().map(column -> cell.apply(name, column)).toList());
    }
  }

  private void row(String name, List<String> cells) {
    lines.add("| " + name + " | " + String.join(" | ", cells) + " |");
  }

  private List<String> names(String... path) {
    return figures.map(path).keySet().stream().map(Object::toString).toList();
  }

  private static String nanos(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }

  private static String count(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
