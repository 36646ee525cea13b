package io.vitrine.remote.wire;

import io.vitrine.collections.TypeRegistry;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names of the types that keys and values may have. Stateless. */
public final class TypeNames {
  private TypeNames() {}

  /**
   * Finds the class of a name.
   *
   * @param name {@code string}, {@code long}, {@code int}, {@code double}, {@code boolean}, {@code
   *     bytes}, {@code any}, {@code list}, {@code map} or a registered name
   * @param types what is registered
   * @return the class, or null
   */
  public static @Nullable Class<?> classOf(String name, TypeRegistry types) {
    return switch (name) {
      case "string" -> String.class;
      case "long" -> Long.class;
      case "int" -> Integer.class;
      case "double" -> Double.class;
      case "boolean" -> Boolean.class;
      case "bytes" -> byte[].class;
      case "any" -> Object.class;
      case "list" -> List.class;
      case "map" -> Map.class;
      default -> types.classOf(name);
    };
  }

  /**
   * Finds the name of a class.
   *
   * @param type a class
   * @param types what is registered
   * @return the name, or null
   */
  public static @Nullable String nameOf(Class<?> type, TypeRegistry types) {
    for (String name :
        new String[] {
          "string", "long", "int", "double", "boolean", "bytes", "any", "list", "map"
        }) {
      if (classOf(name, types) == type) {
        return name;
      }
    }
    return types.nameOf(type);
  }
}
