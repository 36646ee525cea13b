package io.vitrine.chronicle;

import io.vitrine.store.ModelScalars;
import io.vitrine.store.TypedValue;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values whose class shows only when they are there, in the data model of the store. Stateless. */
final class AnyValues {
  static final Shape SHAPE = shape("any");

  /** Deeper ones no codec takes; they are mostly objects that refer to one another in a ring. */
  private static final int DEPTH_MAX = 64;

  private AnyValues() {}

  /** Any value, or any list or map. */
  static Shape shape(String type) {
    return new Shape(type, value -> present(value, 0));
  }

  private static @Nullable Object convert(@Nullable Object value, int depth) {
    return value == null ? null : present(value, depth);
  }

  private static Object present(Object value, int depth) {
    if (depth > DEPTH_MAX) {
      throw new ImportException(
          "objects are nested deeper than " + DEPTH_MAX + " levels, or refer to one another");
    }
    TypedValue scalar = ModelScalars.toModel(value);
    if (scalar != null) {
      return scalar;
    }
    return switch (value) {
      case Character c -> c.toString();
      case Number n -> n;
      case Boolean b -> b;
      case byte[] bytes -> bytes;
      case Enum<?> e -> new TypedValue(Shapes.simpleName(e.getDeclaringClass()), e.name());
      case Collection<?> elements -> list(elements, depth);
      case Map<?, ?> map -> map(map, depth);
      default -> object(value, depth);
    };
  }

  private static Object object(Object value, int depth) {
    Class<?> type = value.getClass();
    Shape scalar = ScalarShapes.of(type);
    if (scalar != null) {
      Object known = scalar.convert().apply(value);
      TypedValue named = ModelScalars.toModel(known);
      return named == null ? known : named;
    }
    if (type.isArray()) {
      var list = new ArrayList<@Nullable Object>();
      for (int i = 0; i < Array.getLength(value); i++) {
        list.add(convert(Array.get(value, i), depth + 1));
      }
      return list;
    }
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (Field field : RecordShape.fields(type)) {
      try {
        fields.put(field.getName(), convert(field.get(value), depth + 1));
      } catch (IllegalAccessException e) {
        throw new ImportException("cannot read " + field + ": " + e.getMessage(), e);
      }
    }
    return new TypedValue(Shapes.simpleName(type), fields);
  }

  private static List<@Nullable Object> list(Collection<?> elements, int depth) {
    var list = new ArrayList<@Nullable Object>(elements.size());
    for (Object element : elements) {
      list.add(convert(element, depth + 1));
    }
    return list;
  }

  private static Map<@Nullable Object, @Nullable Object> map(Map<?, ?> map, int depth) {
    var copy = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    map.forEach((key, value) -> {
      Object model = convert(key, depth + 1);
      Object scalar = model instanceof TypedValue typed ? typed.content() : model;
      Holders.putNew(copy, scalar, key, convert(value, depth + 1));
    });
    return copy;
  }
}
