package io.vitrine.bench.report;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * The tables of the page on hashing that {@code ./vitrine bench} measured are those of the results
 * beside it. With {@code -Ddocs.fix=true} they are made anew.
 */
class HashingPageTest {
  @Test
  void tables_areThoseOfTheResults() throws IOException {
    ResultsPage.check("hashing.md", "<!-- hashes ", HashTables::fill, getClass());
  }
}
