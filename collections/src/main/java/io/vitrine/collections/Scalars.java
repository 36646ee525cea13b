package io.vitrine.collections;

import io.vitrine.store.ModelScalars;
import io.vitrine.store.TypedValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Fits scalars of the data model to Java's types without losing anything. */
final class Scalars {
  private Scalars() {}

  /**
   * Fits a scalar.
   *
   * @param model the value
   * @param type the type wanted, primitive or not
   * @param where what is read, for messages
   * @return the value, or null if the type is no scalar
   * @throws IllegalArgumentException if the value does not fit
   */
  static @Nullable Object fit(Object model, Class<?> type, String where) {
    if (type == long.class || type == Long.class) {
      return integer(model, Long.MIN_VALUE, Long.MAX_VALUE, "long", where);
    }
    if (type == int.class || type == Integer.class) {
      return (int) integer(model, Integer.MIN_VALUE, Integer.MAX_VALUE, "int", where);
    }
    if (type == double.class || type == Double.class) {
      return toDouble(number(model, where), where);
    }
    if (type == String.class || type == boolean.class || type == Boolean.class) {
      return same(model, type == String.class ? String.class : Boolean.class, where);
    }
    if (type == Number.class) {
      return number(model, where);
    }
    return fitRare(model, type, where);
  }

  private static @Nullable Object fitRare(Object model, Class<?> type, String where) {
    if (type == byte[].class) {
      return same(model, byte[].class, where);
    }
    if (type == float.class || type == Float.class) {
      return toFloat(number(model, where), where);
    }
    if (type == short.class || type == Short.class) {
      return (short) integer(model, Short.MIN_VALUE, Short.MAX_VALUE, "short", where);
    }
    if (type == byte.class || type == Byte.class) {
      return (byte) integer(model, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte", where);
    }
    if (type == BigInteger.class) {
      return model instanceof BigInteger b
          ? b
          : BigInteger.valueOf(integer(model, Long.MIN_VALUE, Long.MAX_VALUE, "an integer", where));
    }
    if (type == char.class || type == Character.class) {
      if (model instanceof Character c) {
        return c;
      }
      if (model instanceof String s && s.length() == 1) {
        return s.charAt(0);
      }
      throw ModelReader.mismatch(model, "one character", where);
    }
    return fitText(model, type, where);
  }

  private static @Nullable Object fitText(Object model, Class<?> type, String where) {
    try {
      return ModelScalars.fromModel(model, type);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
    }
  }

  private static Object same(Object model, Class<?> type, String where) {
    if (!type.isInstance(model)) {
      String expected =
          type == String.class ? "a string" : type == byte[].class ? "bytes" : "true or false";
      throw ModelReader.mismatch(model, expected, where);
    }
    return model;
  }

  /** Nothing finite becomes an infinity. */
  private static double toDouble(Number number, String where) {
    double nearest = number.doubleValue();
    if (Double.isInfinite(nearest) && !isInfinite(number)) {
      throw ModelReader.mismatch(number, "a number that a double can hold", where);
    }
    return nearest;
  }

  /** The nearest one; integers have to be exact, and nothing finite becomes an infinity. */
  private static float toFloat(Number number, String where) {
    float nearest = number.floatValue();
    boolean isWhole = number instanceof Long || number instanceof BigInteger;
    if (Float.isInfinite(nearest)
        ? !isInfinite(number)
        : isWhole && new BigDecimal(nearest).compareTo(new BigDecimal(number.toString())) != 0) {
      throw ModelReader.mismatch(number, "a number that a float can hold", where);
    }
    return nearest;
  }

  static boolean isInfinite(Number number) {
    return (number instanceof Double || number instanceof Float)
        && Double.isInfinite(number.doubleValue());
  }

  private static Number number(Object model, String where) {
    if (model instanceof Number number) {
      return number;
    }
    if (model instanceof TypedValue typed
        && ModelScalars.fromModel(typed) instanceof Number decimal) {
      return decimal;
    }
    throw ModelReader.mismatch(model, "a number", where);
  }

  private static long integer(Object model, long min, long max, String type, String where) {
    boolean whole =
        model instanceof Long
            || model instanceof Integer
            || model instanceof Short
            || model instanceof Byte
            || (model instanceof BigInteger big && big.bitLength() < 64);
    if (!whole) {
      throw ModelReader.mismatch(model, type, where);
    }
    long value = ((Number) model).longValue();
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          where + " is " + value + ", expected " + type + " from " + min + " to " + max);
    }
    return value;
  }
}
