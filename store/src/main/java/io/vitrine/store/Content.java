package io.vitrine.store;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values compared by their content, arrays at any depth included: in lists, sets, maps and the
 * components of records. Stateless; any thread.
 */
public final class Content {
  private Content() {}

  /**
   * Compares two values.
   *
   * @param one a value
   * @param other another one
   * @return whether they are equal, where arrays are if their elements are, wherever they stand
   */
  public static boolean isEqual(@Nullable Object one, @Nullable Object other) {
    return Objects.deepEquals(one, other)
        || (isHolder(one) && isHolder(other) && Objects.equals(of(one), of(other)));
  }

  private static boolean isHolder(@Nullable Object value) {
    return value instanceof List
        || value instanceof Map
        || value instanceof Set
        || value instanceof Object[]
        || (value instanceof Record instance && RecordParts.has(instance.getClass()));
  }

  /**
   * What stands for a value where it is looked up.
   *
   * @param value a value or an entry
   * @return what is equal where the content is
   */
  public static @Nullable Object of(@Nullable Object value) {
    return switch (value) {
      case byte[] bytes -> ByteBuffer.wrap(bytes);
      case List<?> list -> {
        var content = new ArrayList<@Nullable Object>(list.size());
        list.forEach(element -> content.add(of(element)));
        yield content;
      }
      case Map<?, ?> map -> {
        var content = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        map.forEach((key, element) -> content.put(of(key), of(element)));
        yield content;
      }
      case Set<?> set -> {
        var content = new HashSet<@Nullable Object>();
        set.forEach(element -> content.add(of(element)));
        yield content;
      }
      case Map.Entry<?, ?> entry -> Arrays.asList(of(entry.getKey()), of(entry.getValue()));
      case Record instance -> ofRecord(instance);
      case Object[] elements -> Arrays.asList(Object[].class, of(Arrays.asList(elements)));
      case null -> null;
      default -> value.getClass().isArray() ? ofPrimitives(value) : value;
    };
  }

  private static Object ofRecord(Record instance) {
    List<@Nullable Object> parts = RecordParts.of(instance);
    return parts == null ? instance : Arrays.asList(instance.getClass(), of(parts));
  }

  private static Object ofPrimitives(Object array) {
    int length = Array.getLength(array);
    var elements = new ArrayList<@Nullable Object>(length);
    for (int i = 0; i < length; i++) {
      elements.add(Array.get(array, i));
    }
    return Arrays.asList(array.getClass(), elements);
  }
}
