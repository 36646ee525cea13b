package io.vitrine.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds where others are ahead beyond the spread of the JVMs, so that a page can leave none of it
 * out. Stateless, for any thread.
 *
 * <p>In a page the list stands between {@code <!-- behind FILE -->} and {@code <!-- end -->}.
 */
public final class Behind {
  private static final String OWN = "vitrine";

  /** Those who are no competitors: ours under another condition, and what nobody can beat. */
  private static final Set<String> OTHERS = Set.of("vitrine-logged", "vitrine-compact", "machine");

  private static final Pattern MARKED =
      Pattern.compile("(?s)(<!-- behind (\\S+) -->\\n).*?(<!-- end -->)");

  private Behind() {}

  /**
   * A system that is ahead.
   *
   * @param own what Vitrine reached
   * @param other what the other one reached under the same conditions
   */
  record Lead(Figure own, Figure other) {}

  /**
   * Fills the lists of a page.
   *
   * @param page the page
   * @param runs finds the results in a file by its name
   * @return the page with these lists, all else as it was
   */
  public static String fill(String page, Function<String, RunFile> runs) {
    return MARKED
        .matcher(page)
        .replaceAll(found -> {
          String table = table(leads(runs.apply(found.group(2))));
          return Matcher.quoteReplacement(found.group(1) + table + found.group(3));
        });
  }

  /**
   * The measurements in which anybody is ahead.
   *
   * @param run the results
   * @return their names, in the order of the run
   */
  public static Set<String> benches(RunFile run) {
    var benches = new LinkedHashSet<String>();
    leads(run).forEach(lead -> benches.add(lead.own.bench()));
    return benches;
  }

  /** Those ahead beyond the spread of either; what the machine itself does is no competitor. */
  static List<Lead> leads(RunFile run) {
    Map<List<Object>, Figure> own = new LinkedHashMap<>();
    for (Figure figure : run.figures()) {
      if (figure.system().equals(OWN)) {
        own.put(conditions(figure), figure);
      }
    }
    var leads = new ArrayList<Lead>();
    for (Figure figure : run.figures()) {
      Figure ours = own.get(conditions(figure));
      boolean other = !figure.system().equals(OWN) && !OTHERS.contains(figure.system());
      if (ours != null && other && figure.ratio() < 1 && areApart(ours, figure)) {
        leads.add(new Lead(ours, figure));
      }
    }
    List<Figure> order = run.figures();
    leads.sort(Comparator.comparingInt(lead -> order.indexOf(lead.own)));
    return leads;
  }

  private static List<Object> conditions(Figure figure) {
    return List.of(figure.bench(), figure.params(), figure.unit());
  }

  /**
   * Whether two results differ beyond the spread: by the JVMs, where there are enough of each, as
   * one odd value of many hides nothing then.
   */
  static boolean areApart(Figure a, Figure b) {
    return Math.min(a.forks().size(), b.forks().size()) < Comparison.FORKS_TO_TELL
        ? a.high() < b.low() || b.high() < a.low()
        : a.highestJvm() < b.lowestJvm() || b.highestJvm() < a.lowestJvm();
  }

  private static String table(List<Lead> leads) {
    if (leads.isEmpty()) {
      return "\nNobody is ahead beyond the spread.\n\n";
    }
    var text = new StringBuilder("\n| measurement | ahead | × | Vitrine | the other |\n");
    text.append("| --- | --- | --: | --: | --: |\n");
    for (Lead lead : leads) {
      text.append("| `").append(lead.own.bench()).append("` ").append(lead.own.conditions());
      text.append(" | ").append(lead.other.system());
      text.append(String.format(Locale.ROOT, " | %s | ", Numbers.shown(lead.other.ratio())));
      text.append(value(lead.own)).append(" | ").append(value(lead.other)).append(" |\n");
    }
    return text.append('\n').toString();
  }

  private static String value(Figure figure) {
    String value = Numbers.shown(figure.value()) + " " + figure.unit();
    return figure.low() < figure.high()
        ? value
            + String.format(" (%s – %s)", Numbers.shown(figure.low()), Numbers.shown(figure.high()))
        : value;
  }
}
