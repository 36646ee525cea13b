package io.vitrine.store;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a component such as {@code List<String>} says of the values in it, so that bytes which hold
 * something else are refused when they are read and not when an element is used. Immutable.
 *
 * @param raw class of the value itself
 * @param parts shapes of the elements, or of keys and values; empty where nothing is said
 */
record CodecShape(Class<?> raw, List<CodecShape> parts) {
  static final CodecShape ANY = new CodecShape(Object.class, List.of());

  private static final Set<Class<?>> ELEMENTS =
      Set.of(
          Object.class,
          Long.class,
          Double.class,
          Boolean.class,
          String.class,
          byte[].class,
          Number.class,
          TypedValue.class,
          List.class,
          Map.class);

  /**
   * Reads the shape of a type.
   *
   * @throws IllegalArgumentException if no value of the data model has it
   */
  static CodecShape of(Type type) {
    if (type instanceof WildcardType wildcard && wildcard.getUpperBounds().length == 1) {
      return of(wildcard.getUpperBounds()[0]);
    }
    if (type instanceof Class<?> raw && ELEMENTS.contains(raw)) {
      return new CodecShape(raw, List.of());
    }
    if (type instanceof ParameterizedType generic
        && (generic.getRawType() == List.class || generic.getRawType() == Map.class)) {
      return new CodecShape(
          (Class<?>) generic.getRawType(),
          Stream.of(generic.getActualTypeArguments()).map(CodecShape::of).toList());
    }
    throw new IllegalArgumentException(
        "lists and maps cannot hold "
            + type.getTypeName()
            + ", expected Long (for all integers), Double, Boolean, String, byte[], TypedValue,"
            + " Object, List or Map of these");
  }

  /** Whether a value has this shape; null elements fit all. */
  boolean fits(@Nullable Object value) {
    if (value == null) {
      return true;
    }
    if (!raw.isInstance(value)) {
      return false;
    }
    if (parts.stream().allMatch(part -> part.raw == Object.class)) {
      return true;
    }
    return switch (value) {
      case List<?> list -> list.stream().allMatch(parts.getFirst()::fits);
      case Map<?, ?> map ->
          map.keySet().stream().allMatch(parts.getFirst()::fits)
              && map.values().stream().allMatch(parts.getLast()::fits);
      default -> true;
    };
  }

  @Override
  public String toString() {
    return raw.getSimpleName() + (parts.isEmpty() ? "" : parts);
  }
}
