package io.vitrine.remote.server;

import io.vitrine.remote.wire.ErrorCode;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a request: one as it is, several as a list in order or as a map by name, none as
 * an empty list. Stateless.
 */
final class Arguments {
  private Arguments() {}

  /** Checks that there are none. */
  static void none(String event, @Nullable Object argument) {
    if (!isNone(argument)) {
      throw bad(event, "takes no argument, expected []");
    }
  }

  /** Whether there are none. */
  static boolean isNone(@Nullable Object argument) {
    return argument == null
        || (argument instanceof List<?> list && list.isEmpty())
        || (argument instanceof Map<?, ?> map && map.isEmpty());
  }

  /**
   * Splits several arguments.
   *
   * @param event name of the event
   * @param argument what the event has
   * @param required how many there must be at the least
   * @param names what they are called, in order
   * @return one place for each name
   */
  static @Nullable Object[] of(
      String event, @Nullable Object argument, int required, String... names) {
    @Nullable Object[] values = new @Nullable Object[names.length];
    if (argument instanceof Map<?, ?> map) {
      byName(event, map, names, values);
      for (int i = 0; i < required; i++) {
        if (!map.containsKey(names[i])) {
          throw bad(event, "has no " + names[i] + ", expected " + Arrays.toString(names));
        }
      }
      return values;
    }
    if (!(argument instanceof List<?> list)) {
      throw bad(event, "takes " + Arrays.toString(names) + " as a list or by name");
    }
    if (list.size() < required || list.size() > names.length) {
      throw bad(event, "has " + list.size() + " arguments, expected " + Arrays.toString(names));
    }
    for (int i = 0; i < list.size(); i++) {
      values[i] = list.get(i);
    }
    return values;
  }

  private static void byName(
      String event, Map<?, ?> map, String[] names, @Nullable Object[] values) {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      int index = Arrays.asList(names).indexOf(String.valueOf(entry.getKey()));
      if (index < 0) {
        throw bad(
            event, "has an argument " + entry.getKey() + ", expected " + Arrays.toString(names));
      }
      values[index] = entry.getValue();
    }
  }

  /** Whether a map has no other names than these; null, which sets refuse to look for, is none. */
  static boolean hasOnly(Collection<String> names, Map<?, ?> map) {
    return map.keySet().stream().allMatch(name -> name instanceof String && names.contains(name));
  }

  static String string(String event, String name, @Nullable Object value) {
    if (!(value instanceof String text)) {
      throw bad(event, name + " is no string");
    }
    return text;
  }

  static long integer(String event, String name, @Nullable Object value) {
    if (!(value instanceof Long number)) {
      throw bad(event, name + " is no 64-bit integer");
    }
    return number;
  }

  static List<?> list(String event, String name, @Nullable Object value) {
    if (!(value instanceof List<?> list)) {
      throw bad(event, name + " is no list");
    }
    return list;
  }

  static RequestException bad(String event, String what) {
    return new RequestException(ErrorCode.BAD_ARGUMENT, event + ": " + what);
  }
}
