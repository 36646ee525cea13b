package io.vitrine.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills the sentences of a page with results, so that they cannot differ from what was measured.
 * Stateless, for any thread.
 *
 * <p>A fact stands between double braces, its parts between semicolons; lines may be broken in it:
 *
 * <pre>
 * {{get}}                          what Vitrine reached
 * {{get; entries=10M}}             under a condition; others are the usual ones
 * {{get; @hash-map}}               what another system reached
 * {{get; x hash-map}}              how that compares, with a sign if it is within the spread
 * {{get : getAll32}}               the one divided by the other
 * {{!get; chronicle-map}}          nothing; an error if that system is ahead beyond the spread
 * {{?get; hash-map}}               nothing; an error if that system is not
 * {{disk.json; get}}               of another file than {@code run.json}
 * {{get; jvms}}                    how many JVMs measured it
 * {{# minutes}}                    how long the run took
 * {{# figures}}                    how many results it has
 * {{# figures of 3}}               how many of them three JVMs measured
 * </pre>
 */
public final class Facts {
  private static final String OWN = "vitrine";
  private static final String RUN = "run.json";

  /** Between paragraphs, points of a list and lines of a table. */
  private static final Pattern PARTS = Pattern.compile("(?<=\\n\\n)|(?<=\\n)(?=- |\\|)");

  private static final int WIDTH = 150;
  private static final Pattern MARKED = Pattern.compile("\\{\\{([^{}]+)}}");

  /** What is meant where nothing else is said and several results fit, in this order. */
  private static final Map<String, String> USUAL = new LinkedHashMap<>();

  static {
    USUAL.put("where", "/dev/shm");
    USUAL.put("entries", "1000000");
    USUAL.put("key", "long");
    USUAL.put("value", "64");
    USUAL.put("threads", "1");
    USUAL.put("layout", "null");
    USUAL.put("loop", "closed");
    USUAL.put("waits", "sleeps");
  }

  private static final double THOUSAND = 1e3;
  private static final double MILLION = 1e6;

  /** From here on nanoseconds are told as microseconds, and these as milliseconds. */
  private static final double LARGE = 1e4;

  private static final double SECONDS_OF_A_MINUTE = 60;

  private Facts() {}

  /**
   * Fills the facts of a page.
   *
   * @param page the page
   * @param runs finds the results in a file by its name
   * @return the page with these facts, all else as it was
   * @throws IllegalArgumentException if a fact names no result, or several, or one that is not so
   */
  public static String fill(String page, Function<String, RunFile> runs) {
    var filled = new StringBuilder();
    for (String part : PARTS.splitAsStream(page).toList()) {
      String text =
          MARKED
              .matcher(part)
              .replaceAll(found ->
                  Matcher.quoteReplacement(
                      told(found.group(1).replaceAll("\\s+", " ").strip(), runs)));
      boolean broken = part.contains("{{") && !part.startsWith("|");
      filled.append(broken ? wrapped(text) : text);
    }
    return filled.toString();
  }

  /** A paragraph, or a point of a list, in lines of the page's width. */
  private static String wrapped(String paragraph) {
    String indent = paragraph.startsWith("- ") ? "  " : "";
    var text = new StringBuilder();
    int width = 0;
    for (String word : paragraph.strip().split("\\s+", -1)) {
      if (width > 0 && width + 1 + word.length() > WIDTH) {
        text.append('\n').append(indent);
        width = indent.length();
      } else if (width > 0) {
        text.append(' ');
        width++;
      }
      text.append(word);
      width += word.length();
    }
    return text + paragraph.substring(paragraph.stripTrailing().length());
  }

  private static String told(String fact, Function<String, RunFile> runs) {
    if (fact.startsWith("#")) {
      return ofTheRun(fact, runs.apply(RUN));
    }
    if (fact.startsWith("!") || fact.startsWith("?")) {
      Asked asked = Asked.of(fact.substring(1), fact);
      boolean ahead = isAhead(runs.apply(asked.file), asked.bench, asked.flag);
      if (ahead != fact.startsWith("?")) {
        throw new IllegalArgumentException(
            "{{"
                + fact
                + "}}: in "
                + asked.file
                + " that system is "
                + (ahead ? "" : "not ")
                + "ahead beyond the spread; say in the page how it is");
      }
      return "";
    }
    int colon = fact.indexOf(" : ");
    if (colon >= 0) {
      double upper = figure(Asked.of(fact.substring(0, colon), fact), runs).value();
      double lower = figure(Asked.of(fact.substring(colon + 3), fact), runs).value();
      return Numbers.shown(upper / lower);
    }
    Asked asked = Asked.of(fact, fact);
    Figure figure = figure(asked, runs);
    if (asked.flag.equals("jvms")) {
      return Integer.toString(Math.max(1, figure.forks().size()));
    }
    return asked.compared ? ratio(asked, figure, runs) : shown(figure);
  }

  private static String ofTheRun(String fact, RunFile run) {
    String asked = fact.substring(1).strip();
    if (asked.equals("minutes")) {
      double seconds = ((Number) run.machine().getOrDefault("seconds", Double.NaN)).doubleValue();
      return String.format(Locale.ROOT, "%.0f", seconds / SECONDS_OF_A_MINUTE);
    }
    if (asked.equals("figures")) {
      return Integer.toString(run.figures().size());
    }
    if (asked.startsWith("figures of ")) {
      int jvms = Integer.parseInt(asked.substring("figures of ".length()));
      return Long.toString(
          run.figures().stream().filter(figure -> figure.forks().size() == jvms).count());
    }
    throw new IllegalArgumentException(
        "{{" + fact + "}}: expected # minutes, # figures or # figures of a number of JVMs");
  }

  private static boolean isAhead(RunFile run, String bench, String system) {
    return Behind.leads(run).stream()
        .anyMatch(lead ->
            lead.own().bench().equals(bench)
                && (system.isEmpty() || lead.other().system().equals(system)));
  }

  private static String ratio(Asked asked, Figure figure, Function<String, RunFile> runs) {
    Figure own = figure(asked.of(OWN), runs);
    double ratio = figure.ratio(); // as in the tables, where both were under the same conditions
    if (Double.isNaN(ratio) || !own.params().equals(figure.params())) {
      ratio = figure.isRate() ? own.value() / figure.value() : figure.value() / own.value();
    }
    return "× " + Numbers.shown(ratio) + (Behind.areApart(own, figure) ? "" : " ≈");
  }

  private static Figure figure(Asked asked, Function<String, RunFile> runs) {
    var fits = new ArrayList<Figure>();
    for (Figure figure : runs.apply(asked.file).figures()) {
      if (figure.bench().equals(asked.bench)
          && figure.system().equals(asked.system)
          && asked.conditions.entrySet().stream().allMatch(each -> has(figure, each))) {
        fits.add(figure);
      }
    }
    for (Map.Entry<String, String> usual : USUAL.entrySet()) {
      List<Figure> usually = fits.stream().filter(figure -> has(figure, usual)).toList();
      if (fits.size() > 1 && !usually.isEmpty()) {
        fits.retainAll(usually);
      }
    }
    if (fits.size() != 1) {
      throw new IllegalArgumentException(
          "{{"
              + asked.fact
              + "}}: names "
              + fits.size()
              + " results of "
              + asked.file
              + ", expected 1: "
              + fits.stream().map(Figure::conditions).toList());
    }
    return fits.getFirst();
  }

  private static boolean has(Figure figure, Map.Entry<String, String> condition) {
    return condition.getValue().equals(String.valueOf(figure.params().get(condition.getKey())));
  }

  /** The value with its unit, as a sentence has it. */
  private static String shown(Figure figure) {
    String unit = figure.unit().contains("/") ? unitOfOne(figure.unit()) : figure.unit();
    double value = figure.value();
    if (figure.isRate()) {
      return value >= MILLION
          ? String.format(Locale.ROOT, "%.2f million", value / MILLION)
          : Numbers.shown(value);
    }
    if (unit.equals("ns") && value >= LARGE) {
      return value >= LARGE * THOUSAND
          ? Numbers.shown(value / MILLION) + " ms"
          : Numbers.shown(value / THOUSAND) + " us";
    }
    if (unit.equals("us") && value >= THOUSAND) {
      return Numbers.shown(value / THOUSAND) + " ms";
    }
    return Numbers.shown(value) + " " + unit;
  }

  /** Of "ns/op" the nanoseconds, of "B/entry" the bytes, but of "GB/s" all. */
  private static String unitOfOne(String unit) {
    return unit.endsWith("/s") ? unit : unit.substring(0, unit.indexOf('/'));
  }

  /**
   * A fact that is asked for.
   *
   * @param fact as it stands in the page
   * @param file the results
   * @param bench what was measured
   * @param system with what
   * @param compared whether it is asked how that compares with Vitrine
   * @param flag a word by itself, empty where there is none
   * @param conditions under which
   */
  private record Asked(
      String fact,
      String file,
      String bench,
      String system,
      boolean compared,
      String flag,
      Map<String, String> conditions) {
    static Asked of(String text, String fact) {
      var parts = new ArrayList<>(List.of(text.strip().split("; *", -1)));
      String file = parts.getFirst().endsWith(".json") ? parts.removeFirst() : RUN;
      String bench = parts.isEmpty() ? "" : parts.removeFirst();
      String system = OWN;
      String flag = "";
      boolean compared = false;
      var conditions = new LinkedHashMap<String, String>();
      for (String part : parts) {
        int equals = part.indexOf('=');
        if (part.startsWith("@") || part.startsWith("x ")) {
          compared = part.startsWith("x ");
          system = part.substring(compared ? 2 : 1);
        } else if (equals > 0) {
          conditions.put(part.substring(0, equals), count(part.substring(equals + 1)));
        } else {
          flag = part;
        }
      }
      return new Asked(fact, file, bench, system, compared, flag, conditions);
    }

    Asked of(String other) {
      return new Asked(fact, file, bench, other, compared, flag, conditions);
    }

    /** What is written short. */
    private static String count(String value) {
      return value.matches("\\d+[KM]") ? value.replace("K", "000").replace("M", "000000") : value;
    }
  }
}
