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

  @Test
  void tables_areThoseOfTheResults() throws IOException {
    Path page = DOCS.resolve("performance.md");
    String before = Files.readString(page);
    String after = Tables.fill(before, PerformancePageTest::read);
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

  private static RunFile read(String name) {
    try {
      return RunFile.read(DOCS.resolve("bench").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
