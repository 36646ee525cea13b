package io.vitrine.bench.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/**
 * The page on performance is its template, filled with the results beside it: every number of a run
 * in a sentence, too. With {@code -Ddocs.fix=true} it is made anew.
 */
class PerformancePageTest {
  private static final String WHY = "## Where Vitrine is behind, and why";

  @Test
  void page_isItsTemplateFilledWithTheResults() throws IOException {
    ResultsPage.check(
        "bench/performance.template",
        "performance.md",
        "<!-- results ",
        (page, runs) -> Facts.fill(Behind.fill(Tables.fill(page, runs), runs), runs),
        getClass());
  }

  @Test
  void whereAnybodyIsAhead_thePageSaysWhy() throws IOException {
    String page = Files.readString(ResultsPage.DOCS.resolve("performance.md"));
    int begin = page.indexOf(WHY);
    assertTrue(begin >= 0, "the page has no section '" + WHY + "'");
    String reasons =
        page.substring(begin, page.indexOf("\n## ", begin + 1))
            .replaceAll("(?s)<!-- behind .*?<!-- end -->", "");
    assertTrue(page.contains("<!-- behind run.json -->"), "no list of who is ahead");
    for (String bench : Behind.benches(ResultsPage.read("run.json"))) {
      assertTrue(reasons.contains("`" + bench + "`"), () -> WHY + " does not name " + bench);
    }
  }

  @Test
  void theRunOfThePageKeptToTheTimePromised() throws IOException {
    RunFile run = ResultsPage.read("run.json");
    assertTrue(run.isComplete(), () -> run.notes().toString());
    Object seconds = run.machine().get("seconds");
    assertTrue(
        seconds instanceof Number took && took.doubleValue() < 45 * 60,
        () -> "docs/bench/run.json took " + seconds + " s, expected less than 45 minutes");
  }

  @Test
  void percentilesOfTheRunNameTheirLoop() {
    for (Figure figure : ResultsPage.read("run.json").figures()) {
      boolean named = figure.params().containsKey("loop");
      assertTrue(named || !figure.params().containsKey("percentile"), figure::toString);
    }
  }
}
