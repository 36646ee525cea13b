package io.vitrine.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A page of the docs with tables of results; for tests, one thread. */
final class ResultsPage {
  static final Path DOCS = Path.of("..", "docs");

  private ResultsPage() {}

  /**
   * Checks that filling the tables of a page changes nothing; with {@code -Ddocs.fix=true} the page
   * is filled.
   *
   * @param name of the page
   * @param mark what its tables begin with
   * @param fill fills them
   * @param test what to run to make them anew
   */
  static void check(
      String name,
      String mark,
      BiFunction<String, Function<String, RunFile>, String> fill,
      Class<?> test)
      throws IOException {
    check(name, name, mark, fill, test);
  }

  /**
   * Checks that a page is what filling another one gives.
   *
   * @param from the name of the one to be filled
   */
  static void check(
      String from,
      String name,
      String mark,
      BiFunction<String, Function<String, RunFile>, String> fill,
      Class<?> test)
      throws IOException {
    Path page = DOCS.resolve(name);
    String before = Files.readString(page);
    String after = fill.apply(Files.readString(DOCS.resolve(from)), ResultsPage::read);
    assertTrue(before.contains(mark), "the page has no tables of results");
    if (Boolean.getBoolean("docs.fix")) {
      Files.writeString(page, after);
      return;
    }
    assertEquals(
        after,
        before,
        "docs/"
            + name
            + " differs from docs/"
            + (from.equals(name) ? "bench" : from + " filled with docs/bench")
            + "; make it anew: ./vitrine test -pl bench -am -Dtest="
            + test.getSimpleName()
            + " -Ddocs.fix=true");
  }

  static RunFile read(String name) {
    try {
      return RunFile.read(DOCS.resolve("bench").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
