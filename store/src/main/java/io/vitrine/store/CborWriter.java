package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Writes values of the data model as CBOR (RFC 8949): definite lengths, shortest forms. Stateless.
 *
 * <p>Takes null, Boolean, Byte, Short, Integer, Long, BigInteger, Float, Double, String, byte[],
 * List, Map (its keys scalars) and {@link TypedValue} over a map, list or scalar.
 */
final class CborWriter {
  private static final String MODEL =
      "null, Boolean, an integer, Double, String, byte[], List, Map or TypedValue";

  private static final int FALSE = 0xF4;
  private static final int NULL = 0xF6;
  private static final int HALF = 0xF9;

  private CborWriter() {}

  /**
   * Exact size of a value; must be asked before it is written, because it is what checks the value.
   *
   * @throws IllegalArgumentException if the value is not of the data model
   */
  static long sizeOf(@Nullable Object value) {
    return sizeOf(value, 0);
  }

  private static long sizeOf(@Nullable Object value, int depth) {
    return switch (value) {
      case null -> 1;
      case Boolean _ -> 1;
      case Long n -> headSize(n < 0 ? ~n : n);
      case Integer n -> headSize(n < 0 ? ~n : n);
      case Short n -> headSize(n < 0 ? ~n : n);
      case Byte n -> headSize(n < 0 ? ~n : n);
      case BigInteger n -> bigSize(n);
      case Double d -> floatSize(d);
      case Float f -> floatSize(f);
      case String s -> textSize(s);
      case byte[] b -> headSize(b.length) + b.length;
      case List<?> list -> listSize(list, requireDepth(depth + 1));
      case Map<?, ?> map -> mapSize(map, requireDepth(depth + 1));
      case TypedValue typed -> typedSize(typed, depth);
      default -> throw refuse(value, MODEL);
    };
  }

  private static long textSize(String text) {
    long size = CodecUtf8.sizeOf(text);
    return headSize(size) + size;
  }

  private static long listSize(Collection<?> list, int depth) {
    long size = headSize(list.size());
    for (Object element : list) {
      size += sizeOf(element, depth);
    }
    return size;
  }

  private static long mapSize(Map<?, ?> map, int depth) {
    long size = headSize(map.size());
    Class<?> numbers = null;
    boolean mixed = false;
    NavigableSet<ByteBuffer> bytes = null;
    Set<@Nullable Object> seen = KnownHolders.isDistinct(map) ? null : new HashSet<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = entry.getKey();
      if (key instanceof Collection || key instanceof Map || key instanceof TypedValue) {
        throw refuse(key, "a scalar as the key of a map");
      }
      if (key instanceof Number) {
        mixed |= numbers != null && numbers != key.getClass();
        numbers = key.getClass();
      }
      if (key instanceof byte[] array) { // which no map compares by content
        bytes = bytes == null ? new TreeSet<>() : bytes; // in order, whatever their hashes are
        refuseSecond(bytes.add(ByteBuffer.wrap(array)), key);
      } else if (seen
          != null) { // at once: a map that changes is asked no more often than it must be
        requireFirst(key, seen);
      }
      size += sizeOf(key, depth) + sizeOf(entry.getValue(), depth);
    }
    if (mixed && seen == null) {
      var numbered = new HashSet<@Nullable Object>();
      for (Object key : map.keySet()) {
        requireFirst(key, numbered);
      }
    }
    return size;
  }

  /**
   * The Integer 1 and the Long 1 are two keys for a map, but one in the data model; and some maps
   * have keys that are equal.
   */
  private static void requireFirst(@Nullable Object key, Set<@Nullable Object> seen) {
    Object number =
        switch (key) {
          case Byte n -> n.longValue();
          case Short n -> n.longValue();
          case Integer n -> n.longValue();
          case BigInteger n when n.bitLength() < Long.SIZE -> n.longValue();
          case Float f -> f.doubleValue();
          case null, default -> key;
        };
    refuseSecond(seen.add(number), key);
  }

  private static void refuseSecond(boolean isFirst, @Nullable Object key) {
    if (!isFirst) {
      throw new IllegalArgumentException(
          "map has the key "
              + key
              + " twice, as numbers of two classes or as two that are equal; use Long or Double"
              + " for numbers, and a map that compares by equals");
    }
  }

  private static long typedSize(TypedValue typed, int depth) {
    if (!CodecType.isName(typed.name())) {
      throw new IllegalArgumentException(
          "typed value is named '%s', expected a letter and then letters, digits, '_', '.' or '-'"
              .formatted(typed.name()));
    }
    if (typed.content() instanceof TypedValue) {
      throw refuse(typed.content(), "a map, a list or a scalar as the content of a typed value");
    }
    return 3 + textSize(typed.name()) + sizeOf(typed.content(), depth);
  }

  /** Writes a value whose size was asked before, and answers the offset behind it. */
  static long put(@Nullable Object value, MemorySegment target, long offset) {
    return switch (value) {
      case null -> putByte(NULL, target, offset);
      case Boolean b -> putByte(b ? FALSE + 1 : FALSE, target, offset);
      case Long n -> putLong(n, target, offset);
      case Integer n -> putLong(n, target, offset);
      case Short n -> putLong(n, target, offset);
      case Byte n -> putLong(n, target, offset);
      case BigInteger n -> putBig(n, target, offset);
      case Double d -> putFloat(d, target, offset);
      case Float f -> putFloat(f, target, offset);
      case String s -> putText(s, target, offset);
      case byte[] b -> putBytes(b, 0, target, offset);
      case List<?> list -> putList(list, target, offset);
      case Map<?, ?> map -> putMap(map, target, offset);
      case TypedValue typed -> putTyped(typed, target, offset);
      default -> throw CodecBounds.changed("any", null);
    };
  }

  private static long putLong(long n, MemorySegment target, long offset) {
    return n < 0 ? putHead(1, ~n, target, offset) : putHead(0, n, target, offset);
  }

  private static long putText(String text, MemorySegment target, long offset) {
    return CodecUtf8.put(text, target, putHead(3, CodecUtf8.sizeOf(text), target, offset));
  }

  private static long putBytes(byte[] bytes, int from, MemorySegment target, long offset) {
    int count = bytes.length - from;
    long place = putHead(2, count, target, offset);
    MemorySegment.copy(bytes, from, target, JAVA_BYTE, place, count);
    return place + count;
  }

  private static long putList(List<?> list, MemorySegment target, long offset) {
    int count = list.size();
    long place = putHead(4, count, target, offset);
    int written = 0;
    for (Object element : list) {
      place = put(element, target, place);
      written++;
    }
    return requireAll(written, count, place);
  }

  private static long putMap(Map<?, ?> map, MemorySegment target, long offset) {
    int count = map.size();
    long place = putHead(5, count, target, offset);
    int written = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      place = put(entry.getKey(), target, place);
      place = put(entry.getValue(), target, place);
      written++;
    }
    return requireAll(written, count, place);
  }

  /** Answers a place, if as many were written as the head before them says. */
  private static long requireAll(int written, int count, long place) {
    if (written != count) {
      throw CodecBounds.changed("any", null);
    }
    return place;
  }

  private static long putTyped(TypedValue typed, MemorySegment target, long offset) {
    long place = putHead(6, CborReader.TAG_TYPED, target, offset);
    place = putHead(4, 2, target, place);
    return put(typed.content(), target, putText(typed.name(), target, place));
  }

  private static long bigSize(BigInteger n) {
    BigInteger magnitude = n.signum() < 0 ? n.not() : n;
    if (magnitude.bitLength() <= Long.SIZE) {
      return headSize(magnitude.longValue());
    }
    int bytes = (magnitude.bitLength() + 7) / 8;
    if (bytes > CborReader.BIG_INTEGER_BYTES_MAX) {
      throw new IllegalArgumentException(
          "integer has %d bytes, expected at most %d"
              .formatted(bytes, CborReader.BIG_INTEGER_BYTES_MAX));
    }
    return 1L + headSize(bytes) + bytes;
  }

  private static long putBig(BigInteger n, MemorySegment target, long offset) {
    boolean negative = n.signum() < 0;
    BigInteger magnitude = negative ? n.not() : n;
    if (magnitude.bitLength() <= Long.SIZE) {
      return putHead(negative ? 1 : 0, magnitude.longValue(), target, offset);
    }
    int tag = negative ? CborReader.TAG_NEGATIVE : CborReader.TAG_POSITIVE;
    long place = putHead(6, tag, target, offset);
    byte[] bytes = magnitude.toByteArray();
    return putBytes(bytes, bytes[0] == 0 ? 1 : 0, target, place);
  }

  private static int floatSize(double d) {
    float single = (float) d;
    if (Double.isNaN(d)) {
      return 3;
    }
    if (single != d) {
      return 9;
    }
    return Float.float16ToFloat(Float.floatToFloat16(single)) == single ? 3 : 5;
  }

  private static long putFloat(double d, MemorySegment target, long offset) {
    return switch (floatSize(d)) {
      case 3 -> {
        // All NaNs are equal, so they are written as one.
        short bits = Double.isNaN(d) ? 0x7E00 : Float.floatToFloat16((float) d);
        yield putBigEndian(bits, 2, target, putByte(HALF, target, offset));
      }
      case 5 ->
          putBigEndian(
              Float.floatToRawIntBits((float) d), 4, target, putByte(HALF + 1, target, offset));
      default ->
          putBigEndian(Double.doubleToRawLongBits(d), 8, target, putByte(HALF + 2, target, offset));
    };
  }

  private static int headSize(long unsigned) {
    if (unsigned < 0 || unsigned > 0xFFFF_FFFFL) {
      return 9;
    }
    return unsigned < 24 ? 1 : unsigned <= 0xFF ? 2 : unsigned <= 0xFFFF ? 3 : 5;
  }

  private static long putHead(int major, long unsigned, MemorySegment target, long offset) {
    int size = headSize(unsigned);
    if (size == 1) {
      return putByte(major << 5 | (int) unsigned, target, offset);
    }
    int info = 24 + Integer.numberOfTrailingZeros(size - 1);
    return putBigEndian(unsigned, size - 1, target, putByte(major << 5 | info, target, offset));
  }

  private static long putByte(int value, MemorySegment target, long offset) {
    target.set(JAVA_BYTE, offset, (byte) value);
    return offset + 1;
  }

  private static long putBigEndian(long bits, int bytes, MemorySegment target, long offset) {
    for (int i = 0; i < bytes; i++) {
      target.set(JAVA_BYTE, offset + i, (byte) (bits >>> (8 * (bytes - 1 - i))));
    }
    return offset + bytes;
  }

  private static int requireDepth(int depth) {
    if (depth > CborReader.DEPTH_MAX) {
      throw new IllegalArgumentException(
          "lists and maps are nested deeper than " + CborReader.DEPTH_MAX);
    }
    return depth;
  }

  private static IllegalArgumentException refuse(Object value, String expected) {
    return new IllegalArgumentException(
        "found " + CodecConversions.describe(value) + ", expected " + expected);
  }
}
