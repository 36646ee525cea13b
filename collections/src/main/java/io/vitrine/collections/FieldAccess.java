package io.vitrine.collections;

import io.vitrine.store.TypedValue;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fields by name, of records, of typed values and of maps. Stateless, safe for any number of
 * threads.
 *
 * <p>Of an entry of a map, {@code key} is the key and any other field is one of the value. {@code
 * value} is the value itself where that has no field of this name.
 */
final class FieldAccess {
  /** The field that is the key of an entry. */
  static final String KEY = "key";

  /** The field that is the value itself. */
  static final String VALUE = "value";

  private FieldAccess() {}

  /**
   * Reads a field.
   *
   * @param target an entry, a record, a typed value, a map or a scalar; null has only null fields
   * @param field name of the field
   * @return its value
   * @throws IllegalArgumentException if there is no such field; the message tells the known ones
   */
  static @Nullable Object read(@Nullable Object target, String field) {
    return switch (target) {
      case null -> null;
      case MapEntry<?, ?> entry -> field.equals(KEY) ? entry.key() : read(entry.value(), field);
      case Map.Entry<?, ?> entry ->
          field.equals(KEY) ? entry.getKey() : read(entry.getValue(), field);
      case TypedValue typed -> readTyped(typed, field);
      case Map<?, ?> map -> readMap(map, field, "the map", map);
      case Record record -> readRecord(record, field);
      default -> self(target, field, nameOf(target), "none");
    };
  }

  /**
   * Whether a field may be asked for: documents, which are maps, need not all have the same fields.
   *
   * @param element an entry or a value
   * @param field name of the field
   * @return false for a document without this field, otherwise true
   */
  static boolean mayHave(@Nullable Object element, String field) {
    return switch (element) {
      case MapEntry<?, ?> entry -> field.equals(KEY) || mayHave(entry.value(), field);
      case Map.Entry<?, ?> entry -> field.equals(KEY) || mayHave(entry.getValue(), field);
      case Map<?, ?> map -> field.equals(VALUE) || map.containsKey(field);
      case null, default -> true;
    };
  }

  private static @Nullable Object readRecord(Record record, String field) {
    RecordShape shape = RecordShape.of(record.getClass());
    return field.equals(VALUE) && !shape.fields().contains(VALUE)
        ? record
        : shape.read(record, field);
  }

  private static @Nullable Object readTyped(TypedValue typed, String field) {
    return typed.content() instanceof Map<?, ?> map
        ? readMap(map, field, typed.name(), typed)
        : self(typed, field, typed.name(), "none");
  }

  private static @Nullable Object readMap(Map<?, ?> map, String field, String name, Object self) {
    Object found = map.get(field);
    return found != null || map.containsKey(field)
        ? found
        : self(self, field, name, map.keySet().toString());
  }

  private static Object self(Object target, String field, String name, String known) {
    if (field.equals(VALUE)) {
      return target;
    }
    throw new IllegalArgumentException(
        name + " has no field " + field + ", its fields are " + known);
  }

  /**
   * Makes a copy with another value of one field. A map takes a field that it has not had; a record
   * does not.
   *
   * @param target a record, a typed value or a map
   * @param field name of the field
   * @param value its new value, which is fitted to the component of a record
   * @return the copy
   * @throws IllegalArgumentException if there is no such field or the value does not fit it
   */
  static Object with(Object target, String field, @Nullable Object value) {
    return switch (target) {
      case TypedValue typed when typed.content() instanceof Map<?, ?> map ->
          new TypedValue(typed.name(), withTyped(typed, map, field, value));
      case Map<?, ?> map -> withMap(map, field, value);
      case Record record when !(record instanceof TypedValue) -> withRecord(record, field, value);
      default ->
          throw new IllegalArgumentException(
              nameOf(target) + " has no field " + field + " to be set");
    };
  }

  private static String nameOf(Object value) {
    return switch (value) {
      case String _ -> "a string";
      case Number _ -> "a number";
      case Boolean _ -> "true or false";
      case byte[] _ -> "a value of bytes";
      case java.util.List<?> _ -> "a list";
      default -> value.getClass().getSimpleName();
    };
  }

  private static Object withRecord(Record record, String field, @Nullable Object value) {
    RecordShape shape = RecordShape.of(record.getClass());
    int index = shape.indexOf(field);
    RecordShape.Component component = shape.components().get(index);
    String where = record.getClass().getSimpleName() + "." + field;
    return shape.with(record, index, ModelReader.NAMELESS.read(value, component.generic(), where));
  }

  /** The form of somebody without the class: it has all fields, so a new one is a mistake. */
  private static Object withTyped(
      TypedValue typed, Map<?, ?> content, String field, @Nullable Object value) {
    if (!content.containsKey(field)) {
      throw new IllegalArgumentException(
          typed.name() + " has no field " + field + ", its fields are " + content.keySet());
    }
    return withMap(content, field, value);
  }

  private static Object withMap(Map<?, ?> map, String field, @Nullable Object value) {
    var copy = new LinkedHashMap<@Nullable Object, @Nullable Object>(map);
    copy.put(field, value);
    return copy;
  }
}
