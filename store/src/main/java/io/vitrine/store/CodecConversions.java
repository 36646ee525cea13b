package io.vitrine.store;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/**
 * Takes values of the data model for what a type wants, without losing anything of them. Stateless.
 *
 * <p>Every method throws {@link IllegalArgumentException} if the value does not fit exactly.
 */
final class CodecConversions {
  private static final int SHOWN_CHARS_MAX = 60;

  private CodecConversions() {}

  static long toLong(Object value) {
    return switch (value) {
      case Long n -> n;
      case Integer n -> n;
      case Short n -> n;
      case Byte n -> n;
      case BigInteger n when n.bitLength() < Long.SIZE -> n.longValue();
      default -> throw refuse("long (an integer of 64 bits)", value);
    };
  }

  static int toInt(Object value) {
    long number = isInteger(value) ? toLong(value) : Long.MAX_VALUE;
    if (number != (int) number) {
      throw refuse("int (an integer from -2147483648 to 2147483647)", value);
    }
    return (int) number;
  }

  /** Takes integers too where a double can hold them: a person types 5 and not 5.0. */
  static double toDouble(Object value) {
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue();
    }
    if (isInteger(value)) {
      long number = toLong(value);
      double converted = (double) number;
      if (number != Long.MAX_VALUE && (long) converted == number) {
        return converted;
      }
    }
    throw refuse("double", value);
  }

  static short toShort(Object value) {
    long number = isInteger(value) ? toLong(value) : Long.MAX_VALUE;
    if (number != (short) number) {
      throw refuse("short (an integer from -32768 to 32767)", value);
    }
    return (short) number;
  }

  static byte toByte(Object value) {
    long number = isInteger(value) ? toLong(value) : Long.MAX_VALUE;
    if (number != (byte) number) {
      throw refuse("byte (an integer from -128 to 127)", value);
    }
    return (byte) number;
  }

  static BigInteger toInteger(Object value) {
    if (value instanceof BigInteger big) {
      return big;
    }
    if (isInteger(value)) {
      return BigInteger.valueOf(toLong(value));
    }
    throw refuse("integer", value);
  }

  /**
   * The nearest float. One that is written with the same digits as a float is that one; integers
   * have to be exact, and nothing finite becomes an infinity.
   */
  static float toFloat(Object value) {
    double number = toDouble(value);
    float converted = (float) number;
    if (converted == number || Double.isNaN(number) || fromFloat(converted) == number) {
      return converted;
    }
    // By way of the double its digits are rounded twice, which makes another float of one of them.
    float written = Float.parseFloat(Double.toString(number));
    if (fromFloat(written) == number) {
      return written;
    }
    if (Float.isInfinite(converted) || isInteger(value)) {
      throw refuse("float", value);
    }
    return written;
  }

  /** The double with the digits of a float: 0.1 for 0.1f, and not 0.10000000149011612. */
  static double fromFloat(float value) {
    return Double.parseDouble(Float.toString(value));
  }

  static char toChar(Object value) {
    return switch (value) {
      case Character c -> c;
      case String text when text.length() == 1 -> text.charAt(0);
      default -> throw refuse("char (a string of one character)", value);
    };
  }

  static boolean toBoolean(Object value) {
    if (value instanceof Boolean found) {
      return found;
    }
    throw refuse("boolean", value);
  }

  static String toText(Object value) {
    if (value instanceof String found) {
      return found;
    }
    throw refuse("string", value);
  }

  static byte[] toBytes(Object value) {
    if (value instanceof byte[] found) {
      return found;
    }
    throw refuse("bytes", value);
  }

  static IllegalArgumentException refuse(String expected, Object found) {
    return new IllegalArgumentException("expected " + expected + ", found " + describe(found));
  }

  private static boolean isInteger(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte
        || (value instanceof BigInteger big && big.bitLength() < Long.SIZE);
  }

  static String describe(Object value) {
    return switch (value) {
      case String text when text.length() > SHOWN_CHARS_MAX ->
          "the string '" + text.substring(0, SHOWN_CHARS_MAX) + "…'";
      case String text -> "the string '" + text + "'";
      case BigInteger big when big.bitLength() > 4 * SHOWN_CHARS_MAX ->
          "an integer of " + big.bitLength() + " bits";
      case Double _, Float _ -> "the number " + value;
      case Number _ -> "the integer " + value;
      case Boolean _ -> value.toString();
      case byte[] bytes -> bytes.length + " bytes";
      case TypedValue typed -> "a value of type " + typed.name();
      case List<?> _ -> "a list";
      case Map<?, ?> _ -> "a map";
      default -> "a " + value.getClass().getTypeName();
    };
  }
}
