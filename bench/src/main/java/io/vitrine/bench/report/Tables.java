package io.vitrine.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills the tables of a page in Markdown with results, so that page and data cannot differ.
 * Stateless, for any thread.
 *
 * <p>A table stands between two marks, {@code <!-- results FILE BENCH,… NAME=VALUE,… -->} and
 * {@code <!-- end -->}: the results of these benches that were measured under these conditions, a
 * row for each set of conditions, a column for each system. Behind a ratio that is within the
 * spread of the JVMs stands {@code ≈}.
 */
public final class Tables {
  private static final String OWN = "vitrine";
  private static final Pattern MARKED =
      Pattern.compile("(?s)(<!-- results (\\S+) (\\S+)((?: \\S+=\\S+)*) -->\\n).*?(<!-- end -->)");
  private static final Set<String> PLAIN = Set.of("key", "where", "call", "what", "example", "how");
  private static final String WITHIN_SPREAD = " ≈";
  private static final long THOUSAND = 1000;
  private static final long MILLION = 1_000_000;

  private Tables() {}

  /**
   * Fills the tables of a page.
   *
   * @param page the page
   * @param runs finds the results in a file by its name
   * @return the page with these tables, all else as it was
   */
  public static String fill(String page, Function<String, RunFile> runs) {
    Matcher matcher = MARKED.matcher(page);
    return matcher.replaceAll(found -> {
      var conditions = new LinkedHashMap<String, String>();
      for (String condition : found.group(4).strip().split(" ", -1)) {
        int equals = condition.indexOf('=');
        if (equals > 0) {
          conditions.put(condition.substring(0, equals), condition.substring(equals + 1));
        }
      }
      RunFile run = runs.apply(found.group(2));
      String table = table(run, List.of(found.group(3).split(",", -1)), conditions);
      return Matcher.quoteReplacement(found.group(1) + table + found.group(5));
    });
  }

  private record Row(String bench, Map<String, Object> params, String unit) {}

  private static String table(RunFile run, List<String> benches, Map<String, String> conditions) {
    Map<Row, Map<String, Figure>> rows = new LinkedHashMap<>();
    Set<String> systems = new LinkedHashSet<>();
    for (String bench : benches) {
      for (Figure figure : run.figures()) {
        if (figure.bench().equals(bench) && fits(figure, conditions)) {
          rows.computeIfAbsent(
                  new Row(bench, figure.params(), figure.unit()), _ -> new LinkedHashMap<>())
              .put(figure.system(), figure);
          systems.add(figure.system());
        }
      }
    }
    if (rows.isEmpty()) {
      return "\nNot part of this run: `./vitrine bench --only "
          + String.join(",", benches)
          + "`\n\n";
    }
    List<String> columns = new ArrayList<>(systems);
    if (columns.remove(OWN)) {
      columns.addFirst(OWN);
    }
    var text = new StringBuilder("\n| |");
    columns.forEach(system -> text.append(' ').append(system).append(" |"));
    boolean allocated =
        rows.values().stream()
            .flatMap(bySystem -> bySystem.values().stream())
            .anyMatch(figure -> !Double.isNaN(figure.allocated()));
    text.append(allocated ? " bytes allocated, in this order |" : "");
    text.append("\n| --- |").append(" --: |".repeat(columns.size() + (allocated ? 1 : 0)));
    text.append('\n');
    Set<String> told = telling(rows.keySet(), conditions);
    rows.forEach((row, bySystem) -> {
      text.append("| ").append(title(row, benches.size() > 1, told)).append(" |");
      for (String system : columns) {
        Figure figure = bySystem.get(system);
        text.append(' ').append(figure == null ? "" : cell(figure, bySystem.get(OWN)));
        text.append(" |");
      }
      if (allocated) {
        text.append(' ').append(allocated(columns, bySystem)).append(" |");
      }
      text.append('\n');
    });
    return text.append('\n').toString();
  }

  /** Bytes for an operation of each system, a dash where nobody counted. */
  private static String allocated(List<String> columns, Map<String, Figure> bySystem) {
    var cell = new ArrayList<String>();
    for (String system : columns) {
      Figure figure = bySystem.get(system);
      cell.add(
          figure == null || Double.isNaN(figure.allocated())
              ? "–"
              : String.format(Locale.ROOT, "%.0f", figure.allocated()));
    }
    boolean counted = cell.stream().anyMatch(each -> !each.equals("–"));
    return counted ? String.join(", ", cell) : "";
  }

  private static boolean fits(Figure figure, Map<String, String> conditions) {
    return conditions.entrySet().stream()
        .allMatch(condition ->
            condition.getValue().equals(String.valueOf(figure.params().get(condition.getKey()))));
  }

  /** The parameters that tell rows from each other, and always the loop: it is no detail. */
  private static Set<String> telling(Set<Row> rows, Map<String, String> conditions) {
    Map<String, Set<Object>> values = new LinkedHashMap<>();
    for (Row row : rows) {
      row.params.forEach(
          (name, value) -> values.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(value));
    }
    Set<String> telling = new LinkedHashSet<>();
    values.forEach((name, found) -> {
      boolean everywhere = rows.stream().allMatch(row -> row.params.containsKey(name));
      boolean tells = found.size() > 1 || !everywhere || name.equals("loop");
      if (!conditions.containsKey(name) && tells) {
        telling.add(name);
      }
    });
    return telling;
  }

  private static String title(Row row, boolean withBench, Set<String> told) {
    var parts = new ArrayList<String>();
    row.params.forEach((name, value) -> {
      if (told.contains(name)) {
        parts.add(param(name, value));
      }
    });
    String conditions = String.join(", ", parts);
    String bench = "`" + row.bench + "`";
    return !withBench && !conditions.isEmpty()
        ? conditions
        : conditions.isEmpty() ? bench : bench + " " + conditions;
  }

  private static String param(String name, Object value) {
    if (value instanceof Number number) {
      String shown = count(number.longValue());
      return name.equals("value") ? shown + " B" : shown + " " + named(name, number.longValue());
    }
    return PLAIN.contains(name) || name.equals("percentile")
        ? value.toString()
        : name + " " + value;
  }

  /** One thread, two threads. */
  private static String named(String name, long count) {
    if (count != 1 || !name.endsWith("s")) {
      return name;
    }
    return name.endsWith("ies")
        ? name.substring(0, name.length() - 3) + "y"
        : name.substring(0, name.length() - (name.endsWith("sses") ? 2 : 1));
  }

  private static String count(long number) {
    if (number >= MILLION && number % MILLION == 0) {
      return number / MILLION + " M";
    }
    return number >= 10 * THOUSAND && number % THOUSAND == 0
        ? number / THOUSAND + " K"
        : Long.toString(number);
  }

  /** The value, its spread, and how it compares: with a sign where that is within the spread. */
  private static String cell(Figure figure, @Nullable Figure own) {
    var cell = new StringBuilder(Numbers.shown(figure.value()) + " " + figure.unit());
    if (figure.low() < figure.high()) {
      cell.append(" (").append(Numbers.shown(figure.low()));
      cell.append(" – ").append(Numbers.shown(figure.high())).append(')');
    }
    if (!figure.system().equals(OWN) && !Double.isNaN(figure.ratio())) {
      cell.append(String.format(Locale.ROOT, ", × %s", Numbers.shown(figure.ratio())));
      cell.append(own == null || Behind.areApart(own, figure) ? "" : WITHIN_SPREAD);
    }
    return cell.toString();
  }
}
