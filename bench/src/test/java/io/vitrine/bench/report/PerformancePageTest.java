package io.vitrine.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The tables of the page on performance are those of the results beside it. With {@code
 * -Ddocs.fix=true} they are made anew.
 */
class PerformancePageTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final String WHY = "## Where Vitrine is behind, and why";

  @Test
  void tables_areThoseOfTheResults() throws IOException {
    Path page = DOCS.resolve("performance.md");
    String before = Files.readString(page);
    String filled = Tables.fill(before, PerformancePageTest::read);
    String after = Behind.fill(filled, PerformancePageTest::read);
    assertTrue(before.contains("<!-- results "), "the page has no tables of results");
    if (Boolean.getBoolean("docs.fix")) {
      Files.writeString(page, after);
      return;
    }
    assertEquals(
        after,
        before,
        "docs/performance.md differs from docs/bench; make its tables anew: ./vitrine test -pl"
            + " bench -am -Dtest=PerformancePageTest -Ddocs.fix=true");
  }

  @Test
  void whereAnybodyIsAhead_thePageSaysWhy() throws IOException {
    String page = Files.readString(DOCS.resolve("performance.md"));
    int begin = page.indexOf(WHY);
    assertTrue(begin >= 0, "the page has no section '" + WHY + "'");
    String reasons =
        page.substring(begin, page.indexOf("\n## ", begin + 1))
            .replaceAll("(?s)<!-- behind .*?<!-- end -->", "");
    for (String bench : Behind.benches(read("run.json"))) {
      assertTrue(reasons.contains("`" + bench + "`"), () -> WHY + " does not name " + bench);
    }
  }

  @Test
  void theRunOfThePageKeptToTheTimePromised() throws IOException {
    Object seconds = read("run.json").machine().get("seconds");
    assertTrue(
        seconds instanceof Number took && took.doubleValue() < 45 * 60,
        () -> "docs/bench/run.json took " + seconds + " s, expected less than 45 minutes");
  }

  private static RunFile read(String name) {
    try {
      return RunFile.read(DOCS.resolve("bench").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
