package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many bytes a value takes as text, at the most. Stateless, safe for any number of threads. */
public final class TextRoom {
  private static final int ESCAPED = 6;
  private static final int SCALAR = 28;

  private TextRoom() {}

  /**
   * Measures one value as {@link YamlWriter} writes it, with all its escapes.
   *
   * @param model a value of the data model
   * @param nestingMax how deep it may be nested
   * @return bytes, hardly more than it will take and never fewer
   * @throws WireException if it is nested deeper, or has an integer of too many digits
   * @throws IllegalArgumentException if it has a typed value that is none
   */
  public static long atMost(@Nullable Object model, int nestingMax) {
    return measure(model, nestingMax, nestingMax);
  }

  private static long measure(@Nullable Object model, int levels, int nestingMax) {
    return switch (model) {
      case String text -> text(text);
      case byte[] bytes -> (bytes.length + 2L) / 3 * 4 + 11;
      case List<?> list -> {
        int left = deeper(levels, nestingMax);
        long room = 2;
        for (Object element : list) {
          room += 2 + measure(element, left, nestingMax);
        }
        yield room;
      }
      case Map<?, ?> map -> {
        int left = deeper(levels, nestingMax);
        long room = 2;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          room += 6 + measure(entry.getKey(), left, nestingMax);
          room += measure(entry.getValue(), left, nestingMax);
        }
        yield room;
      }
      case TypedValue typed -> {
        WireValues.checkTyped(typed);
        yield 9L * typed.name().length() + 2 + measure(typed.content(), levels, nestingMax);
      }
      case BigInteger number -> {
        WireValues.checkDigits(number);
        yield number.bitLength() / 3 + 3L;
      }
      case null, default -> SCALAR;
    };
  }

  private static int deeper(int levels, int nestingMax) {
    if (levels == 0) {
      throw new WireException(
          ErrorCode.TOO_DEEP,
          "is nested deeper than " + nestingMax + " levels; take a flatter value");
    }
    return levels - 1;
  }

  private static long text(String text) {
    long room = 2;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x7F) {
        room += c == '"' || c == '\\' ? 2 : 1;
      } else {
        room += YamlWriter.isRaw(c) ? 3 : Character.isSurrogate(c) ? surrogate(text, i) : ESCAPED;
      }
    }
    return room;
  }

  private static int surrogate(String text, int i) {
    boolean pair =
        Character.isHighSurrogate(text.charAt(i))
            ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
            : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    return pair ? 2 : ESCAPED;
  }
}
