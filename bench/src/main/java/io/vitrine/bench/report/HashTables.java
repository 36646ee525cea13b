package io.vitrine.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills the tables of hashes of a page in Markdown with results, so that page and data cannot
 * differ. Stateless, for any thread.
 *
 * <p>A table stands between two marks, {@code <!-- hashes FILE FORM -->} and {@code <!-- end -->}:
 * a row for each function of a system, a column for each length, and below the rows of a function
 * that others have, too, whether ours is ahead of all of them.
 */
public final class HashTables {
  private static final Pattern MARKED =
      Pattern.compile("(?s)(<!-- hashes (\\S+) (\\S+) -->\\n).*?(<!-- end -->)");
  private static final String OWN = "vitrine";
  private static final Set<String> LIBRARIES = Set.of("hash4j", "zero-allocation-hashing");
  private static final Map<String, String> FUNCTIONS =
      Map.of(
          "rapid", "rapidhash",
          "xxh3", "XXH3",
          "loop31", "31 as a loop",
          "vector31", "31 vectorized",
          "none", "nothing, the harness alone");

  private HashTables() {}

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
      String table = table(runs.apply(found.group(2)), found.group(3));
      return Matcher.quoteReplacement(found.group(1) + table + found.group(4));
    });
  }

  private static String table(RunFile run, String form) {
    Map<String, Map<String, Map<Integer, Figure>>> functions = new LinkedHashMap<>();
    var lengths = new TreeSet<Integer>();
    for (Figure figure : run.figures()) {
      if (figure.bench().equals("hash") && form.equals(figure.params().get("form"))) {
        int length = ((Number) figure.params().getOrDefault("length", 0)).intValue();
        lengths.add(length);
        functions
            .computeIfAbsent(
                String.valueOf(figure.params().get("function")), _ -> new LinkedHashMap<>())
            .computeIfAbsent(figure.system(), _ -> new LinkedHashMap<>())
            .put(length, figure);
      }
    }
    if (functions.isEmpty()) {
      throw new IllegalArgumentException(run.file() + ": no hashes of form " + form);
    }
    var text = new StringBuilder("\n| function |");
    lengths.forEach(length -> text.append(String.format(Locale.ROOT, " %,d |", length)));
    text.append("\n| --- |").append(" ---: |".repeat(lengths.size())).append('\n');
    functions.forEach((function, systems) -> {
      systems.forEach((system, figures) ->
          row(text, title(function, system), lengths, length -> cell(figures.get(length))));
      Map<Integer, Figure> own = systems.get(OWN);
      if (own != null && systems.size() > 1) {
        row(
            text,
            "*`" + function + "` is*",
            lengths,
            length -> "*" + verdict(own.get(length), others(systems, length)) + "*");
      }
    });
    return text.append('\n').toString();
  }

  private static void row(
      StringBuilder text, String title, Set<Integer> lengths, Function<Integer, String> cell) {
    text.append("| ").append(title).append(" |");
    lengths.forEach(length -> text.append(' ').append(cell.apply(length)).append(" |"));
    text.append('\n');
  }

  private static String title(String function, String system) {
    if (system.equals(OWN)) {
      return "`" + function + "`";
    }
    String name = FUNCTIONS.getOrDefault(function, function);
    return LIBRARIES.contains(system) ? name + " of " + system : name;
  }

  private static List<Figure> others(Map<String, Map<Integer, Figure>> systems, int length) {
    var others = new ArrayList<Figure>();
    systems.forEach((system, figures) -> {
      Figure figure = figures.get(length);
      if (!system.equals(OWN) && figure != null) {
        others.add(figure);
      }
    });
    return others;
  }

  /**
   * Ahead only where the spread of ours touches nobody's, and behind where somebody's lies below
   * it.
   */
  private static String verdict(@Nullable Figure own, List<Figure> others) {
    if (own == null || others.isEmpty()) {
      return "";
    }
    if (others.stream().anyMatch(other -> other.high() < own.low())) {
      return "behind";
    }
    return others.stream().allMatch(other -> own.high() < other.low()) ? "ahead" : "level";
  }

  private static String cell(@Nullable Figure figure) {
    if (figure == null) {
      return "";
    }
    String value = nanos(figure.value());
    String low = nanos(figure.low());
    String high = nanos(figure.high());
    return low.equals(high) ? value : value + " (" + low + "–" + high + ")";
  }

  private static String nanos(double value) {
    return String.format(Locale.ROOT, value < 99.95 ? "%.1f" : "%,.0f", value);
  }
}
