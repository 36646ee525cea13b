package io.vitrine.collections;

import io.vitrine.store.TypedValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The built-in functions: they travel to where the entry lives, as the mapping of a subscription or
 * as the function of a visited value. All are immutable and safe for any number of threads. A value
 * that they are not for is refused with an {@link IllegalArgumentException}.
 */
public final class Functions {
  /** Names and classes of the built-in functions. */
  static final Map<String, Class<? extends Record>> TYPES =
      Map.of(
          "Identity", Identity.class,
          "Getter", Getter.class,
          "Fields", Fields.class,
          "Size", Size.class,
          "Square", Square.class,
          "Sum", Sum.class);

  private Functions() {}

  /**
   * Answers what it is given.
   *
   * @param <T> type of the argument and the result
   * @return the function
   */
  public static <T extends @Nullable Object> Function<T, T> identity() {
    return typed(new Identity());
  }

  /**
   * Reads a field; of an entry {@code key} is the key, anything else a field of the value.
   *
   * @param field name of the field
   * @param <T> type of the argument
   * @param <R> type of the field
   * @return the function
   */
  public static <T extends @Nullable Object, R> Function<T, R> getter(String field) {
    return typed(new Getter(field));
  }

  /**
   * Reads several fields into a map.
   *
   * @param fields names of the fields
   * @param <T> type of the argument
   * @return the function
   */
  public static <T extends @Nullable Object> Function<T, Map<String, Object>> fields(
      String... fields) {
    return typed(new Fields(List.of(fields)));
  }

  /**
   * Counts the elements of a list or map, the characters of a string or the bytes of bytes.
   *
   * @param <T> type of the argument
   * @return the function
   */
  public static <T extends @Nullable Object> Function<T, Long> size() {
    return typed(new Size());
  }

  /**
   * Squares a number.
   *
   * @param <T> type of the argument
   * @param <R> type of the result, that of the number
   * @return the function
   */
  public static <T extends @Nullable Object, R> Function<T, R> square() {
    return typed(new Square());
  }

  /**
   * Adds two numbers, for example a value and what is to be merged with it.
   *
   * @param <T> type of the numbers
   * @return the function
   */
  @SuppressWarnings("unchecked")
  public static <T> BiFunction<T, T, T> sum() {
    return (BiFunction<T, T, T>) (BiFunction<?, ?, ?>) new Sum();
  }

  @SuppressWarnings("unchecked")
  private static <T extends @Nullable Object, R extends @Nullable Object> Function<T, R> typed(
      Function<?, ?> function) {
    return (Function<T, R>) function;
  }

  /** The value of an entry; anything else is itself. */
  private static @Nullable Object valueOf(@Nullable Object argument) {
    return argument instanceof MapEntry<?, ?> entry ? entry.value() : argument;
  }

  /** Answers what it is given. */
  record Identity() implements Function<@Nullable Object, @Nullable Object> {
    @Override
    public @Nullable Object apply(@Nullable Object argument) {
      return argument;
    }
  }

  /** Reads a field. */
  record Getter(String field) implements Function<@Nullable Object, @Nullable Object> {
    Getter {
      Objects.requireNonNull(field, "Getter.field is missing");
    }

    @Override
    public @Nullable Object apply(@Nullable Object argument) {
      return FieldAccess.read(argument, field);
    }
  }

  /** Reads several fields. */
  @BareContent
  record Fields(List<String> fields) implements Function<@Nullable Object, @Nullable Object> {
    Fields {
      fields = List.copyOf(fields);
    }

    @Override
    public @Nullable Object apply(@Nullable Object argument) {
      if (argument == null) {
        return null;
      }
      var values = new LinkedHashMap<String, @Nullable Object>();
      for (String field : fields) {
        values.put(field, FieldAccess.read(argument, field));
      }
      return values;
    }
  }

  /** Counts. */
  record Size() implements Function<@Nullable Object, @Nullable Object> {
    @Override
    public @Nullable Object apply(@Nullable Object argument) {
      return switch (valueOf(argument)) {
        case null -> 0L;
        case CharSequence text -> (long) text.length();
        case Collection<?> elements -> (long) elements.size();
        case Map<?, ?> map -> (long) map.size();
        case byte[] bytes -> (long) bytes.length;
        case TypedValue typed -> apply(typed.content());
        case Object other ->
            throw ModelReader.mismatch(other, "a string, bytes, a list or a map", "Size");
      };
    }
  }

  /** Adds. */
  record Sum() implements BiFunction<Object, Object, Object> {
    @Override
    public Object apply(Object one, Object other) {
      if (other instanceof Number amount) {
        return Values.add("Sum", one, amount);
      }
      throw ModelReader.mismatch(other, "a number", "Sum");
    }
  }

  /** Squares. */
  record Square() implements Function<@Nullable Object, @Nullable Object> {
    @Override
    public @Nullable Object apply(@Nullable Object argument) {
      Object value = valueOf(argument);
      return value == null ? null : Values.square("Square", value);
    }
  }
}
