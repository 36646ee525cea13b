package io.vitrine.remote.wire;

import io.vitrine.collections.ElementSpec;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.UnknownTypeException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names of the types that keys and values may have. Stateless. */
public final class TypeNames {
  private static final Map<String, Class<?>> BUILT_IN =
      Map.ofEntries(
          Map.entry("string", String.class),
          Map.entry("long", Long.class),
          Map.entry("int", Integer.class),
          Map.entry("short", Short.class),
          Map.entry("byte", Byte.class),
          Map.entry("double", Double.class),
          Map.entry("float", Float.class),
          Map.entry("boolean", Boolean.class),
          Map.entry("char", Character.class),
          Map.entry("bytes", byte[].class),
          Map.entry("integer", BigInteger.class),
          Map.entry("decimal", BigDecimal.class),
          Map.entry("uuid", UUID.class),
          Map.entry("instant", Instant.class),
          Map.entry("date", LocalDate.class),
          Map.entry("duration", Duration.class),
          Map.entry("any", Object.class),
          Map.entry("list", List.class),
          Map.entry("set", Set.class),
          Map.entry("map", Map.class));

  private TypeNames() {}

  /**
   * Finds the class of a name.
   *
   * @param name {@code string}, {@code long} and the other scalars of {@link
   *     io.vitrine.store.Codecs#of}, {@code any}, {@code list}, {@code set}, {@code map} or a
   *     registered name
   * @param types what is registered
   * @return the class, or null
   */
  public static @Nullable Class<?> classOf(String name, TypeRegistry types) {
    Class<?> builtIn = BUILT_IN.get(name);
    return builtIn == null ? types.classOf(name) : builtIn;
  }

  /**
   * Finds the name of a class.
   *
   * @param type a class
   * @param types what is registered
   * @return the name, or null
   */
  public static @Nullable String nameOf(Class<?> type, TypeRegistry types) {
    for (Map.Entry<String, Class<?>> entry : BUILT_IN.entrySet()) {
      if (entry.getValue() == type) {
        return entry.getKey();
      }
    }
    return types.nameOf(type);
  }

  /**
   * What a map is made of, by the names of its types: names that {@link #classOf} knows, or types
   * as files name them, for example {@code map<uuid,decimal>}.
   *
   * @param key type of the keys
   * @param value type of the values
   * @param types what is registered
   * @return a spec with defaults for everything else
   * @throws UnknownTypeException if one is neither
   * @throws IllegalArgumentException if a type that begins as one goes on as none
   */
  public static MapSpec<?, ?> spec(String key, String value, TypeRegistry types) {
    Class<?> keyType = type(key, types);
    Class<?> valueType = type(value, types);
    return MapSpec.of(keyType, valueType)
        .withNames(isTerm(key) ? key : null, isTerm(value) ? value : null);
  }

  /**
   * What a set or a list is made of, by the name of its type, as in {@link #spec}.
   *
   * @param element type of the elements
   * @param types what is registered
   * @return a spec with defaults for everything else
   * @throws UnknownTypeException if it is no type
   */
  public static ElementSpec<?> elementSpec(String element, TypeRegistry types) {
    return isTerm(element) ? ElementSpec.named(element) : ElementSpec.of(type(element, types));
  }

  /** The class of a name, Object for a type as files name it. */
  private static Class<?> type(String name, TypeRegistry types) {
    Class<?> type = isTerm(name) ? Object.class : classOf(name, types);
    if (type == null) {
      throw new UnknownTypeException(name);
    }
    return type;
  }

  /** Whether a name is more than a name. */
  private static boolean isTerm(String name) {
    return name.startsWith("!") || name.chars().anyMatch(c -> "<{(".indexOf(c) >= 0);
  }
}
