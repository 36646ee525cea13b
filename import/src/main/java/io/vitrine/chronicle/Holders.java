package io.vitrine.chronicle;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shapes of lists, sets, arrays and maps. Stateless. */
final class Holders {
  private Holders() {}

  static Shape list(Shape element) {
    return new Shape(
        "list<" + element.type() + "?>", value -> elements((Collection<?>) value, element));
  }

  static Shape set(Shape element) {
    if (element.type().equals("bytes")) {
      return list(element); // No two arrays are equal, so they are no set.
    }
    return new Shape(
        "set<" + element.type() + "?>", value -> elements((Collection<?>) value, element));
  }

  static Shape array(Shape element, boolean nullable) {
    return new Shape(
        "list<" + element.type() + (nullable ? "?>" : ">"),
        value -> {
          int length = Array.getLength(value);
          var list = new ArrayList<@Nullable Object>(length);
          for (int i = 0; i < length; i++) {
            list.add(convert(Array.get(value, i), element));
          }
          return list;
        });
  }

  /** A map whose keys cannot be those of one in a store is a list of its entries. */
  static Shape map(Shape key, Shape value) {
    boolean keyed =
        !key.type().contains("{")
            && !key.type().contains("<")
            && !List.of("any", "list", "map", "bytes").contains(key.type());
    return keyed
        ? new Shape(
            "map<" + key.type() + "," + value.type() + "?>",
            map -> entries((Map<?, ?>) map, key, value))
        : new Shape(
            "list<Entry{key:" + key.type() + "?,value:" + value.type() + "?}>",
            map -> pairs((Map<?, ?>) map, key, value));
  }

  private static List<@Nullable Object> elements(Collection<?> elements, Shape element) {
    var list = new ArrayList<@Nullable Object>(elements.size());
    for (Object part : elements) {
      list.add(convert(part, element));
    }
    return list;
  }

  private static Map<@Nullable Object, @Nullable Object> entries(
      Map<?, ?> map, Shape key, Shape value) {
    var entries = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    map.forEach((k, v) -> putNew(entries, convert(k, key), k, convert(v, value)));
    return entries;
  }

  /**
   * Puts an entry of a map within a value.
   *
   * @param to takes it
   * @param key its key in the store
   * @param original its key in the file
   * @param value its value in the store
   * @throws ImportException if another key of the file is the same one in the store, which would
   *     lose an entry
   */
  static void putNew(
      Map<@Nullable Object, @Nullable Object> to,
      @Nullable Object key,
      @Nullable Object original,
      @Nullable Object value) {
    int before = to.size();
    to.put(key, value);
    if (to.size() == before) {
      throw new ImportException(
          "a map has two keys that are %s in a store, the second a %s: change one of them in the"
                  .formatted(
                      Shapes.describe(key), original == null ? null : original.getClass().getName())
              + " file");
    }
  }

  private static List<Object> pairs(Map<?, ?> map, Shape key, Shape value) {
    var pairs = new ArrayList<Object>(map.size());
    map.forEach((k, v) -> {
      var pair = new LinkedHashMap<String, @Nullable Object>();
      pair.put("key", convert(k, key));
      pair.put("value", convert(v, value));
      pairs.add(pair);
    });
    return pairs;
  }

  private static @Nullable Object convert(@Nullable Object value, Shape shape) {
    return value == null ? null : shape.convert().apply(value);
  }
}
