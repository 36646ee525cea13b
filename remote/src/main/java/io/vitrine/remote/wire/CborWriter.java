package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes values of the data model as CBOR: always the shortest form, always with lengths. For one
 * thread at a time. What {@link YamlWriter} refuses is refused here as well, so that everything can
 * be said in both encodings.
 */
final class CborWriter {
  /** Longer strings are encoded by the JDK, shorter ones here without garbage. */
  private static final int SHORT_CHARS = 128;

  private final ByteSink out;
  private final int nestingMax;

  CborWriter(ByteSink out, int nestingMax) {
    this.out = out;
    this.nestingMax = nestingMax;
  }

  /**
   * Writes one value as a frame of its own would hold it.
   *
   * @param value any value of the data model
   * @return its bytes
   * @throws WireException if it is nested too deep
   * @throws IllegalArgumentException if it is no value of the data model
   */
  static byte[] write(@Nullable Object value) {
    var out = new ByteSink(64);
    new CborWriter(out, FrameLimits.DEFAULT.nestingMax()).value(value);
    return out.toBytes();
  }

  /** Appends a value. */
  void value(@Nullable Object value) {
    value(value, 0);
  }

  private void value(@Nullable Object value, int depth) {
    switch (value) {
      case null -> out.put(CborLayout.NULL);
      case String text -> string(text);
      case Long number -> integer(number);
      case Integer number -> integer(number);
      case Double number -> number(number);
      case Boolean truth -> out.put(truth ? CborLayout.TRUE : CborLayout.FALSE);
      case Map<?, ?> map -> map(map, deeper(depth));
      case List<?> list -> list(list, deeper(depth));
      case TypedValue typed -> typed(typed, depth);
      case byte[] bytes -> bytes(bytes);
      case BigInteger number -> big(number);
      case Short number -> integer(number);
      case Byte number -> integer(number);
      case Float number -> number(number);
      default -> throw WireValues.notOfTheModel(value);
    }
  }

  private int deeper(int depth) {
    if (depth >= nestingMax) {
      throw WireValues.tooDeep(nestingMax);
    }
    return depth + 1;
  }

  private void list(List<?> list, int depth) {
    int size = list.size();
    head(CborLayout.LIST, size);
    for (Object element : list) {
      value(element, depth);
      size--;
    }
    checkSize(size);
  }

  private void map(Map<?, ?> map, int depth) {
    int size = map.size();
    head(CborLayout.MAP, size);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      value(entry.getKey(), depth);
      value(entry.getValue(), depth);
      size--;
    }
    checkSize(size);
  }

  /** A length that was written and is not true would spoil all that follows. */
  private static void checkSize(int left) {
    if (left != 0) {
      throw new IllegalArgumentException("a list or map was changed while it was written");
    }
  }

  private void typed(TypedValue typed, int depth) {
    WireValues.checkTyped(typed);
    head(CborLayout.TAG, CborLayout.TAG_TYPED);
    head(CborLayout.LIST, 2);
    string(typed.name());
    value(typed.content(), depth);
  }

  void integer(long number) {
    // The complement of a negative number is -1 less the number.
    if (number >= 0) {
      head(CborLayout.UNSIGNED, number);
    } else {
      head(CborLayout.NEGATIVE, ~number);
    }
  }

  /** Appends the head of an item; the argument is unsigned. */
  void head(int major, long argument) {
    out.ensure(9);
    byte[] array = out.array;
    int at = out.at;
    int type = major << 5;
    if (argument >= 0 && argument < CborLayout.ONE_BYTE) {
      array[at] = (byte) (type | (int) argument);
      out.at = at + 1;
    } else if (argument >>> 8 == 0) {
      array[at] = (byte) (type | CborLayout.ONE_BYTE);
      array[at + 1] = (byte) argument;
      out.at = at + 2;
    } else if (argument >>> 16 == 0) {
      array[at] = (byte) (type | CborLayout.TWO_BYTES);
      CborLayout.SHORTS.set(array, at + 1, (short) argument);
      out.at = at + 3;
    } else if (argument >>> 32 == 0) {
      array[at] = (byte) (type | CborLayout.FOUR_BYTES);
      CborLayout.INTS.set(array, at + 1, (int) argument);
      out.at = at + 5;
    } else {
      array[at] = (byte) (type | CborLayout.EIGHT_BYTES);
      CborLayout.LONGS.set(array, at + 1, argument);
      out.at = at + 9;
    }
  }

  private void big(BigInteger number) {
    WireValues.checkDigits(number);
    int bits = number.bitLength();
    if (bits < Long.SIZE) {
      integer(number.longValue());
      return;
    }
    boolean negative = number.signum() < 0;
    BigInteger magnitude = negative ? number.not() : number;
    if (bits == Long.SIZE) {
      head(negative ? CborLayout.NEGATIVE : CborLayout.UNSIGNED, magnitude.longValue());
      return;
    }
    head(CborLayout.TAG, negative ? CborLayout.TAG_BIG_NEGATIVE : CborLayout.TAG_BIG);
    byte[] bytes = magnitude.toByteArray();
    int begin = bytes[0] == 0 ? 1 : 0;
    bytes(bytes, begin, bytes.length - begin);
  }

  void number(double number) {
    out.ensure(9);
    byte[] array = out.array;
    int at = out.at;
    float single = (float) number;
    if (Double.isNaN(number)) {
      array[at] = (byte) CborLayout.HALF;
      CborLayout.SHORTS.set(array, at + 1, CborLayout.HALF_NAN);
      out.at = at + 3;
    } else if (single != number) {
      array[at] = (byte) CborLayout.DOUBLE;
      CborLayout.LONGS.set(array, at + 1, Double.doubleToRawLongBits(number));
      out.at = at + 9;
    } else {
      short half = Float.floatToFloat16(single);
      if (Float.float16ToFloat(half) == single) {
        array[at] = (byte) CborLayout.HALF;
        CborLayout.SHORTS.set(array, at + 1, half);
        out.at = at + 3;
      } else {
        array[at] = (byte) CborLayout.SINGLE;
        CborLayout.INTS.set(array, at + 1, Float.floatToRawIntBits(single));
        out.at = at + 5;
      }
    }
  }

  private void bytes(byte[] bytes) {
    bytes(bytes, 0, bytes.length);
  }

  private void bytes(byte[] bytes, int begin, int length) {
    head(CborLayout.BYTES, length);
    out.ensure(length);
    System.arraycopy(bytes, begin, out.array, out.at, length);
    out.at += length;
  }

  void string(String text) {
    int length = text.length();
    if (length > SHORT_CHARS) {
      longString(text);
      return;
    }
    out.ensure(length + 2);
    byte[] array = out.array;
    int begin = out.at + (length < CborLayout.ONE_BYTE ? 1 : 2);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        longString(text);
        return;
      }
      array[begin + i] = (byte) c;
    }
    head(CborLayout.TEXT, length);
    out.at = begin + length;
  }

  private void longString(String text) {
    byte[] bytes;
    if (Wtf8.isNeeded(text)) {
      head(CborLayout.TAG, CborLayout.TAG_WTF8);
      bytes = Wtf8.encode(text);
      head(CborLayout.BYTES, bytes.length);
    } else {
      bytes = text.getBytes(StandardCharsets.UTF_8);
      head(CborLayout.TEXT, bytes.length);
    }
    out.put(bytes);
  }
}
