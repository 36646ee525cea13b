package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What both encodings refuse to write, so that neither can say what the other cannot. Stateless.
 */
final class WireValues {
  private WireValues() {}

  static IllegalArgumentException notOfTheModel(Object value) {
    return new IllegalArgumentException(
        "a "
            + value.getClass().getName()
            + " is no value of the data model; register its type or send a map");
  }

  /** Refuses an integer that no reader takes. */
  static void checkDigits(BigInteger number) {
    if (number.bitLength() >= 8 * CborLayout.BIG_BYTES_MAX
        || (number.bitLength() >= 8 * (CborLayout.BIG_BYTES_MAX - 1)
            && number.abs().compareTo(CborLayout.bigLimit()) >= 0)) {
      throw new WireException(
          ErrorCode.TOO_LARGE,
          "an integer of "
              + number.bitLength()
              + " bits, expected at most "
              + CborLayout.DIGITS_MAX
              + " digits");
    }
  }

  static WireException tooDeep(int nestingMax) {
    return new WireException(
        ErrorCode.TOO_DEEP, "values are nested deeper than " + nestingMax + " levels");
  }

  static WireException tooLarge(int bytes, int bytesMax) {
    return new WireException(
        ErrorCode.TOO_LARGE,
        "a message of "
            + bytes
            + " bytes, expected at most "
            + bytesMax
            + "; ask for less at a time");
  }

  /** What kind of value it is, for a message. */
  static String kind(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String _ -> "a string";
      case Number _ -> "the number " + value;
      case Boolean _ -> value.toString();
      case List<?> _ -> "a list";
      case Map<?, ?> _ -> "a map";
      case TypedValue typed -> "a value of type " + typed.name();
      default -> "bytes";
    };
  }

  /** Checks name and content of a typed value. */
  static void checkTyped(TypedValue typed) {
    String problem = problem(typed.name(), typed.content());
    if (problem != null) {
      throw new IllegalArgumentException(problem);
    }
  }

  /** Why this is no typed value, null if it is one. */
  static @Nullable String problem(String name, @Nullable Object content) {
    if (name.isEmpty()) {
      return "the name of a typed value is empty";
    }
    if (CborLayout.STANDARD_NAMES.contains(name)) {
      return "the name of a typed value is " + name + ", which YAML means something by; rename it";
    }
    if (content instanceof TypedValue || content instanceof byte[]) {
      return "content of the typed value "
          + name
          + " has a type of its own; put it into a map or a list";
    }
    return null;
  }
}
