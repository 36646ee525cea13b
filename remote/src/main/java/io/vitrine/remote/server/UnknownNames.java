package io.vitrine.remote.server;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.UnknownTypeException;
import io.vitrine.store.ModelScalars;
import io.vitrine.store.TypedValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds names of types that nobody knows where a value is about to be written. Stateless, for any
 * number of threads.
 */
final class UnknownNames {
  private UnknownNames() {}

  /**
   * Refuses what cannot be written.
   *
   * @param types what is known
   * @param model a value, or a visitor with the values that it writes
   * @param named names that are known besides stand in this text
   * @throws UnknownTypeException if a name in it is not known
   */
  static void refuse(TypeRegistry types, @Nullable Object model, String named) {
    switch (model) {
      case null -> {
        // Nothing.
      }
      case TypedValue typed -> {
        String name = typed.name();
        boolean isKnown = types.classOf(name) != null || ModelScalars.isBuiltIn(name);
        if (!isKnown && !isAmong(name, named)) {
          throw new UnknownTypeException(name);
        }
        if (typed.content() instanceof Map<?, ?> fields) {
          fields.forEach((field, value) -> {
            if (!isCompared(name, field)) {
              refuse(types, value, named);
            }
          });
        } else {
          refuse(types, typed.content(), named);
        }
      }
      case List<?> list -> list.forEach(element -> refuse(types, element, named));
      case Map<?, ?> map -> map.values().forEach(value -> refuse(types, value, named));
      default -> {
        // No name.
      }
    }
  }

  private static boolean isAmong(String name, String named) {
    return List.of(named.split("[^\\w.-]+")).contains(name);
  }

  /** Whether a field is only compared with what is there, which may be of any type. */
  private static boolean isCompared(String name, @Nullable Object field) {
    return (name.equals("Replace") && "old".equals(field))
        || (name.equals("Filter") && "value".equals(field));
  }
}
