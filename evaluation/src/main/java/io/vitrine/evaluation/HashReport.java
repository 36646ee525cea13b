package io.vitrine.evaluation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;

/** What came of a {@link HashEvaluation}. Immutable, for any thread. */
public final class HashReport {
  private final Map<String, Object> result;
  private final Map<String, String> unmeasured;

  HashReport(Map<String, Object> result, Map<String, String> unmeasured) {
    this.result = Collections.unmodifiableMap(result);
    this.unmeasured = Collections.unmodifiableMap(unmeasured);
  }

  /**
   * The figures that matter most, and what to take for which keys, as {@code vitrine hash} prints
   * them.
   *
   * @return lines of up to 120 characters or so
   */
  public String table() {
    return Summary.of(result);
  }

  /**
   * Speed, avalanche and collisions by length, as {@code vitrine hash --tables} prints them.
   *
   * @return tables of Markdown
   */
  public String tablesByLength() {
    return Tables.of(result);
  }

  /**
   * All figures, as {@code vitrine hash --json} writes them.
   *
   * @return JSON
   */
  public String toJson() {
    return Json.of(result) + "\n";
  }

  /**
   * The page with pictures, as {@code vitrine hash --html} writes it: one file that needs no
   * network.
   *
   * @return HTML, to be written as UTF-8
   */
  public String toHtml() {
    try {
      return Page.of(result);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it lies in our jar
    }
  }

  /**
   * One figure of the JSON that is a number, for example {@code figure("wholeHash", "rapid",
   * "colliding")} or {@code figure("nsPerKey", "rapid", "16")}.
   *
   * @param path its names, from the root of the JSON on
   * @return the number
   * @throws IllegalArgumentException if there is none of these names
   */
  public double figure(String... path) {
    if (new Figures(result).find(path) instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException("no figure is called " + String.join(".", path));
  }

  /**
   * Strategies, 31 as a loop and vectorized among them, whose speed could not be measured: some of
   * their figures are missing.
   *
   * @return the reason in one line, by the name
   */
  public Map<String, String> unmeasured() {
    return unmeasured;
  }
}
