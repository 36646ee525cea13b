package io.vitrine.evaluation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Runs the script of a page by Node.js, which draws every chart: wide, narrow and dark, and for
 * paper.
 */
final class PageDrawing {
  private static final List<String> SCRIPTS = List.of("browser.js", "draw-page.js");
  private static final Set<String> CHARTS =
      Set.of(
          "speed",
          "chained",
          "text",
          "latin1",
          "utf16",
          "rate",
          "buckets",
          "texts",
          "primes",
          "flips",
          "probes",
          "times",
          "adversary",
          "flood");

  private static final Set<String> WITHOUT_SPEED =
      Set.of("buckets", "texts", "primes", "flips", "probes", "adversary");

  private PageDrawing() {}

  /**
   * Fails unless all is drawn, of numbers, at every size.
   *
   * @param others charts that are drawn besides, which not every page has
   */
  static void assertDrawn(Path page, int strategies, String... others) throws Exception {
    Set<String> charts = new TreeSet<>(CHARTS);
    charts.addAll(List.of(others));
    List<String> lines = drawn(page, strategies, charts);
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("# finding: Where 31 is the fastest")),
        lines::toString);
  }

  /** The same of a page that has no speed. */
  static void assertDrawnWithoutSpeed(Path page, int strategies) throws Exception {
    drawn(page, strategies, WITHOUT_SPEED);
  }

  private static List<String> drawn(Path page, int strategies, Set<String> charts)
      throws Exception {
    Path script = Files.createTempFile("draw-page", ".js");
    try {
      for (String name : SCRIPTS) {
        try (InputStream in = PageDrawing.class.getResourceAsStream(name)) {
          byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
          Files.write(script, bytes, StandardOpenOption.APPEND);
        }
      }
      List<String> lines = run(List.of("node", script.toString(), page.toString()));
      for (String width : List.of("1000", "680", "360")) {
        var drawn = new TreeSet<String>();
        for (String line : lines) {
          String[] words = line.split(" ", -1);
          if (words[0].equals(width)) {
            drawn.add(words[1]);
          }
        }
        assertTrue(drawn.containsAll(charts), () -> width + ": " + drawn);
      }
      String counts = "# summary: " + (strategies + 1) + " rows, matrices: " + strategies;
      assertEquals(2, lines.stream().filter(counts::equals).count(), lines::toString);
      assertEquals(2, Collections.frequency(lines, "# shownLength: Keys of 8 characters"));
      assertEquals(2, Collections.frequency(lines, "# shownLength: Keys of 2 characters"));
      return lines;
    } finally {
      Files.delete(script);
    }
  }

  private static List<String> run(List<String> command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertTrue(process.waitFor(150, TimeUnit.SECONDS));
      assertEquals(0, process.exitValue(), output);
      return output.lines().toList();
    } catch (IOException e) {
      return fail("no node found; install it (Debian, Ubuntu: apt-get install nodejs)", e);
    }
  }
}
