package io.vitrine.chronicle;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A class as a record of its fields, those of its superclasses first; neither static nor transient
 * ones. For one thread.
 */
final class RecordShape {
  private record Part(String name, Field field, Shape shape) {
    @Override
    public String toString() {
      return name + ":" + shape.type() + (field.getType().isPrimitive() ? "" : "?");
    }
  }

  private final Class<?> type;
  private final List<Part> parts = new ArrayList<>();

  /**
   * Looks at a class.
   *
   * @throws ImportException if its fields cannot be read
   */
  RecordShape(Class<?> type, Shapes shapes) {
    this.type = type;
    for (Field field : fields(type)) {
      parts.add(new Part(name(field), field, shapes.of(field.getGenericType())));
    }
    if (parts.isEmpty()) {
      throw new ImportException(
          type.getName() + " has no fields that could be imported, and is no class that is known");
    }
  }

  Shape shape() {
    String fields = parts.stream().map(Part::toString).collect(Collectors.joining(","));
    return new Shape(Shapes.simpleName(type) + "{" + fields + "}", this::convert);
  }

  /** The fields of a value by name. */
  private Map<String, @Nullable Object> convert(Object value) {
    if (value.getClass() != type) {
      throw new ImportException(
          "found a %s, which has fields of its own, where all are %s: import them as any by naming"
                  .formatted(value.getClass().getName(), type.getName())
              + " an interface or an abstract class that both have");
    }
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (Part part : parts) {
      Object found = get(part.field, value);
      fields.put(part.name, found == null ? null : part.shape.convert().apply(found));
    }
    return fields;
  }

  private static @Nullable Object get(Field field, Object owner) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new ImportException("cannot read " + field + ": " + e.getMessage(), e);
    }
  }

  /** A field that hides one of a superclass is named with its class. */
  private String name(Field field) {
    boolean hidden = parts.stream().anyMatch(part -> part.name.equals(field.getName()));
    return hidden
        ? Shapes.simpleName(field.getDeclaringClass()) + "." + field.getName()
        : field.getName();
  }

  static List<Field> fields(Class<?> type) {
    var fields = new ArrayList<Field>();
    Class<?> parent = type.getSuperclass();
    if (parent != null && parent != Object.class && parent != Record.class) {
      fields.addAll(fields(parent));
    }
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())
          && !Modifier.isTransient(field.getModifiers())
          && !field.isSynthetic()) {
        if (!field.trySetAccessible()) {
          throw new ImportException(
              "%s cannot be imported: its field %s is closed, and it is no class that is known"
                  .formatted(type.getName(), field.getName()));
        }
        fields.add(field);
      }
    }
    return fields;
  }
}
