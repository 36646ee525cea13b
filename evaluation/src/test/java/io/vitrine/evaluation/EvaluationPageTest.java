package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What the page on hashing shows of {@code ./vitrine hash} is what the figures beside it give. With
 * {@code -Ddocs.fix=true} it is made anew, and with {@code -Ddocs.run=FILE} the figures are taken
 * from this file, which {@code --json} wrote, before.
 */
class EvaluationPageTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path FIGURES = DOCS.resolve("bench").resolve("evaluation.json");
  private static final Pattern SUMMARY = marked("summary");
  private static final Pattern TABLES = marked("tables");

  /** What the pictures alone need, most of the file. */
  private static final List<String> PICTURES = List.of("matrix", "distribution");

  private static Pattern marked(String what) {
    return Pattern.compile(
        "(?s)(<!-- evaluation evaluation.json " + what + " -->\\n).*?(<!-- end -->)");
  }

  @Test
  void thePageShowsWhatTheFiguresGive() throws IOException {
    Path page = DOCS.resolve("hashing.md");
    boolean fix = Boolean.getBoolean("docs.fix");
    String run = System.getProperty("docs.run", "");
    if (fix && !run.isEmpty()) {
      Map<String, Object> figures = read(Path.of(run));
      figures.values().forEach(EvaluationPageTest::dropPictures);
      Files.writeString(FIGURES, Json.of(figures) + "\n");
    }
    Map<String, Object> figures = read(FIGURES);
    String before = Files.readString(page);
    assertTrue(SUMMARY.matcher(before).find(), "the page shows no summary");
    assertTrue(TABLES.matcher(before).find(), "the page shows no tables");
    String summed = filled(SUMMARY, before, "\n```\n" + lines(Summary.of(figures)) + "\n```\n\n");
    String after = filled(TABLES, summed, lines(Tables.of(figures)) + "\n\n");
    if (fix) {
      Files.writeString(page, after);
      return;
    }
    assertEquals(
        after,
        before,
        "docs/hashing.md differs from docs/bench/evaluation.json; make it anew: ./vitrine test -pl"
            + " evaluation -am -Dtest=EvaluationPageTest -Ddocs.fix=true");
  }

  private static String filled(Pattern mark, String page, String content) {
    return mark.matcher(page)
        .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + content + found.group(2)));
  }

  private static String lines(String text) {
    return text.replace(System.lineSeparator(), "\n");
  }

  private static void dropPictures(Object figures) {
    if (figures instanceof Map<?, ?> map) {
      PICTURES.forEach(map::remove);
      map.values().forEach(EvaluationPageTest::dropPictures);
    }
  }

  /** Every JSON is YAML. */
  @SuppressWarnings("unchecked") // What an object becomes.
  private static Map<String, Object> read(Path file) throws IOException {
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
    return (Map<String, Object>) new Load(settings).loadFromString(Files.readString(file));
  }
}
