package io.vitrine.collections;

import io.vitrine.store.Visitor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The built-in visitors: they travel to where the entry lives. All are immutable and safe for any
 * number of threads. A value that they are not for, and a number that would overflow, are refused
 * with an {@link IllegalArgumentException} where the entry is visited, and nothing is changed.
 */
public final class Visitors {
  /** Names and classes of the built-in visitors. */
  static final Map<String, Class<? extends Record>> TYPES = types();

  private Visitors() {}

  private static Map<String, Class<? extends Record>> types() {
    var types = new LinkedHashMap<String, Class<? extends Record>>();
    types.put("Add", Add.class);
    types.put("Increment", Increment.class);
    types.put("SetField", SetField.class);
    types.put("Append", Append.class);
    types.put("Remove", Remove.class);
    types.put("PutIfAbsent", PutIfAbsent.class);
    types.put("Replace", Replace.class);
    types.put("Chain", Chain.class);
    return types;
  }

  /**
   * Adds to a number; where there is no entry, sets it to the amount.
   *
   * @param amount what to add
   * @param <V> type of the value
   * @return the visitor
   */
  public static <V> Visitor<V> add(Number amount) {
    return typed(new Add(amount));
  }

  /**
   * Adds to a field that is a number.
   *
   * @param field name of the field
   * @param by what to add
   * @param <V> type of the value
   * @return the visitor
   */
  public static <V> Visitor<V> increment(String field, Number by) {
    return typed(new Increment(field, by));
  }

  /**
   * Sets a field.
   *
   * @param field name of the field
   * @param value its new value
   * @param <V> type of the value
   * @return the visitor
   */
  public static <V> Visitor<V> setField(String field, @Nullable Object value) {
    return typed(new SetField(field, value));
  }

  /**
   * Appends to a list or to a string; where there is no entry, makes a list.
   *
   * @param element what to append
   * @param <V> type of the value
   * @return the visitor
   */
  public static <V> Visitor<V> append(Object element) {
    return typed(new Append(element));
  }

  /**
   * Removes the entry.
   *
   * @param <V> type of the value
   * @return the visitor
   */
  public static <V> Visitor<V> remove() {
    return typed(new Remove());
  }

  /**
   * Sets the value where there is none.
   *
   * @param value the value
   * @param <V> type of the value
   * @return the visitor
   */
  public static <V> Visitor<V> putIfAbsent(V value) {
    return typed(new PutIfAbsent(value));
  }

  /**
   * Sets the value where it is as expected.
   *
   * @param oldValue the value expected
   * @param newValue the new value
   * @param <V> type of the value
   * @return the visitor
   */
  public static <V> Visitor<V> replace(V oldValue, V newValue) {
    return typed(new Replace(oldValue, newValue));
  }

  /**
   * Applies several visitors, one to the result of the other, as one change.
   *
   * @param visitors the visitors in order
   * @param <V> type of the value
   * @return the visitor
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <V> Visitor<V> chain(Visitor<V>... visitors) {
    return typed(new Chain(List.of(visitors)));
  }

  /**
   * A visitor that can be given up between the steps of a chain, for those who give visitors of
   * others a time.
   *
   * @param visitor any visitor
   * @param check called before each step; throws if no further one is to be made
   * @param <V> type of the value
   * @return one that does the same
   */
  public static <V> Visitor<V> interruptible(Visitor<V> visitor, Runnable check) {
    if (!(Visitors.<Object>typed(visitor) instanceof Chain chain)) {
      return visitor;
    }
    return typed(
        (Visitor<Object>)
            value -> {
              Object result = value;
              for (Visitor<?> step : chain.visitors()) {
                check.run();
                result = interruptible(Visitors.<Object>typed(step), check).visit(result);
              }
              return result;
            });
  }

  @SuppressWarnings("unchecked")
  private static <V> Visitor<V> typed(Visitor<?> visitor) {
    return (Visitor<V>) visitor;
  }

  private static Object frozen(@Nullable Object value, String orWhat) {
    return Objects.requireNonNull(Frozen.of(value), orWhat);
  }

  /** Adds to a number. */
  record Add(Number amount) implements Visitor<Object> {
    Add {
      Objects.requireNonNull(amount, "Add.amount is missing or null");
    }

    @Override
    public Object visit(@Nullable Object value) {
      return value == null ? amount : Values.add("Add", value, amount);
    }
  }

  /** Adds to a field. */
  record Increment(String field, Number by) implements Visitor<Object> {
    Increment {
      Objects.requireNonNull(field, "Increment.field is missing or null");
      Objects.requireNonNull(by, "Increment.by is missing or null");
    }

    @Override
    public Object visit(@Nullable Object value) {
      Object target = present(value, "Increment");
      if (target instanceof Map<?, ?> map && !map.containsKey(field)) {
        return FieldAccess.with(target, field, by);
      }
      Object number = FieldAccess.read(target, field);
      return FieldAccess.with(
          target, field, number == null ? by : Values.add("Increment." + field, number, by));
    }
  }

  /** Sets a field. */
  record SetField(String field, @Nullable Object value) implements Visitor<Object> {
    SetField {
      Objects.requireNonNull(field, "SetField.field is missing or null");
      value = Frozen.of(value);
    }

    @Override
    public Object visit(@Nullable Object present) {
      return FieldAccess.with(present(present, "SetField"), field, value);
    }
  }

  /** Appends to a list or a string. */
  record Append(Object element) implements Visitor<Object> {
    Append {
      element = frozen(element, "Append.element is missing or null");
    }

    @Override
    public Object visit(@Nullable Object value) {
      return switch (value) {
        case null -> List.of(element);
        case String text when element instanceof String more -> text + more;
        case List<?> list -> {
          var longer = new ArrayList<Object>(list);
          longer.add(element);
          yield longer;
        }
        default -> throw ModelReader.mismatch(value, "a list or a string to append to", "Append");
      };
    }
  }

  /** Removes the entry. */
  record Remove() implements Visitor<Object> {
    @Override
    public @Nullable Object visit(@Nullable Object value) {
      return null;
    }
  }

  /** Sets the value where there is none. */
  record PutIfAbsent(Object value) implements Visitor<Object> {
    PutIfAbsent {
      value = frozen(value, "PutIfAbsent.value is missing or null");
    }

    @Override
    public Object visit(@Nullable Object present) {
      return present == null ? value : present;
    }
  }

  /** Sets the value where it is as expected. */
  record Replace(@FieldName("old") Object oldValue, @FieldName("new") Object newValue)
      implements Visitor<Object> {
    Replace {
      oldValue = frozen(oldValue, "Replace.old is missing or null");
      newValue = frozen(newValue, "Replace.new is missing or null");
    }

    @Override
    public @Nullable Object visit(@Nullable Object value) {
      boolean isOld = value != null && Values.same(value, Values.meant(value, oldValue));
      return isOld ? newValue : value;
    }
  }

  /** Applies several visitors. */
  @BareContent
  record Chain(List<Visitor<?>> visitors) implements Visitor<Object> {
    Chain {
      visitors = List.copyOf(visitors);
    }

    @Override
    public @Nullable Object visit(@Nullable Object value) {
      Object result = value;
      for (Visitor<?> visitor : visitors) {
        result = Visitors.<Object>typed(visitor).visit(result);
      }
      return result;
    }
  }

  private static Object present(@Nullable Object value, String visitor) {
    if (value == null) {
      throw new IllegalArgumentException(visitor + " needs an entry, and there is none");
    }
    return value;
  }
}
