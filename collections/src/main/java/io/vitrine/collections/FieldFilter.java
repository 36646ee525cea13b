package io.vitrine.collections;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Compares one field. Immutable, safe for any number of threads. On the wire it is {@code !Filter
 * {field: f, op: o, value: v}}.
 *
 * <p>Values without a common order, as a number and a string, are neither less nor greater. A field
 * that a record has not is an error; of documents, which are maps, some may lack it, and these do
 * not pass.
 */
record FieldFilter(String field, String op, @Nullable Object value) implements Filter<Object> {
  private static final List<String> OPS =
      List.of("eq", "ne", "lt", "le", "gt", "ge", "in", "startsWith", "contains", "matches");

  FieldFilter {
    Objects.requireNonNull(field, "Filter.field is missing or null");
    if (op == null || !OPS.contains(op)) {
      throw new IllegalArgumentException("Filter.op is " + op + ", expected one of " + OPS);
    }
    value = Frozen.of(value);
    if (op.equals("in") && !(value instanceof Collection)) {
      throw ModelReader.mismatch(value, "a list", "Filter.value of in");
    }
    if (op.equals("startsWith") && !(value instanceof String)) {
      throw ModelReader.mismatch(value, "a string", "Filter.value of startsWith");
    }
    if (op.equals("matches") && !(value instanceof BoundedPattern)) {
      if (!(value instanceof String regex)) {
        throw ModelReader.mismatch(value, "a regular expression", "Filter.value of matches");
      }
      value = new BoundedPattern(regex);
    }
  }

  @Override
  public boolean test(Object element) {
    if (!FieldAccess.mayHave(element, field)) {
      return false;
    }
    Object found = FieldAccess.read(element, field);
    return switch (op) {
      case "eq" -> isMeant(found, value);
      case "ne" -> !isMeant(found, value);
      case "in" ->
          ((Collection<?>) Objects.requireNonNull(value)).stream().anyMatch(v -> isMeant(found, v));
      case "startsWith" ->
          found instanceof String s && value instanceof String p && s.startsWith(p);
      case "contains" -> contains(found, value);
      case "matches" ->
          found instanceof String s && value instanceof BoundedPattern p && p.matches(s);
      default -> ordered(Values.compare(found, Values.meant(found, value)));
    };
  }

  private boolean ordered(OptionalInt order) {
    if (order.isEmpty()) {
      return false;
    }
    return switch (op) {
      case "lt" -> order.getAsInt() < 0;
      case "le" -> order.getAsInt() <= 0;
      case "gt" -> order.getAsInt() > 0;
      default -> order.getAsInt() >= 0;
    };
  }

  private static boolean isMeant(@Nullable Object found, @Nullable Object given) {
    return Values.same(found, Values.meant(found, given));
  }

  private static boolean contains(@Nullable Object found, @Nullable Object part) {
    return found instanceof String text
        ? part instanceof String s && TextSearch.contains(text, s)
        : found instanceof Collection<?> values && values.stream().anyMatch(v -> isMeant(v, part));
  }
}
