package io.vitrine.bench.peer;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a map holds. Immutable.
 *
 * @param key kind of the keys
 * @param valueBytes size of a value, the mean where they differ
 * @param varied whether the values differ in size
 * @param entries how many entries there are
 */
public record Shape(KeyKind key, int valueBytes, boolean varied, long entries) {
  /**
   * Values of one size.
   *
   * @param key kind of the keys
   * @param valueBytes size of a value
   * @param entries how many entries there are
   */
  public Shape(KeyKind key, int valueBytes, long entries) {
    this(key, valueBytes, false, entries);
  }

  /**
   * The same with values that differ in size.
   *
   * @return a new shape
   */
  public Shape withVariedValues() {
    return new Shape(key, valueBytes, true, entries);
  }

  /**
   * As it stands in reports.
   *
   * @return entries, key and value
   */
  public Map<String, Object> params() {
    var params = new LinkedHashMap<String, Object>();
    params.put("entries", entries);
    params.put("key", key.label());
    params.put("value", varied ? "about " + valueBytes : (Object) valueBytes);
    return params;
  }
}
