package io.vitrine.remote.wire;

/**
 * What stands in JSON for values that it has no form for: an object with one name, a tag of YAML.
 * Stateless.
 *
 * <pre>
 * bytes                                   {"!!binary":"AQI="}
 * NaN and the infinities                  {"!!float":".nan"}, ".inf", "-.inf"
 * integers that a float would not hold    {"!!int":"9007199254740993"}
 * typed value                             {"!Airport":{"iata":"JFK"}}
 * map with keys that are not all strings,
 * or whose only key begins with !         {"!!map":[[1,"one"],[2,"two"]]}
 * </pre>
 *
 * <p>A reader takes any number for {@code !!float} and {@code !!int}, and integers of any size as
 * such, too. So nothing is lost by a language whose only numbers are floats.
 */
final class JsonForm {
  static final String BINARY = "!!binary";
  static final String FLOAT = "!!float";
  static final String INT = "!!int";
  static final String MAP = "!!map";

  /** The largest integer that a float holds as well as all before it. */
  static final long SAFE_INTEGER_MAX = (1L << 53) - 1;

  /** How many brackets and braces one level of the data model takes at the most. */
  static final int BRACKETS_PER_LEVEL = 4;

  private JsonForm() {}
}
