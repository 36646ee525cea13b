package io.vitrine.store;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads values of the data model from CBOR (RFC 8949). Stateless.
 *
 * <p>Whatever the bytes are, the only exception is {@link CorruptStoreException}, in time and
 * memory proportional to their number. Integers come as Long, or as BigInteger beyond 64 bits;
 * floats of any width as Double; arrays as ArrayList, maps as LinkedHashMap, tag 27 as {@link
 * TypedValue}.
 */
final class CborReader {
  /* What is refused though it is well-formed: indefinite lengths, undefined and other simple
   * values, tags other than 2, 3 and 27, map keys that are no scalars, a key twice. Nothing that we
   * write has them, and the data model has no place for them. */

  /** How deep arrays and maps may be nested; a typed value and its content count as one. */
  static final int DEPTH_MAX = 64;

  /** Largest integer, in bytes: beyond, arithmetic and printing would take unbounded time. */
  static final int BIG_INTEGER_BYTES_MAX = 8192;

  static final int TAG_POSITIVE = 2;
  static final int TAG_NEGATIVE = 3;
  static final int TAG_TYPED = 27;

  private static final int INITIAL_CAPACITY_MAX = 16;

  private CborReader() {}

  /** Reads one item and leaves the input right behind it. */
  static @Nullable Object read(CodecInput input) {
    return item(input, input.takeByte(), 0, true);
  }

  private static @Nullable Object item(
      CodecInput input, int initial, int depth, boolean typedAllowed) {
    int info = initial & 0x1F;
    return switch (initial >>> 5) {
      case 0 -> integer(argument(input, info), false);
      case 1 -> integer(argument(input, info), true);
      case 2 -> input.takeBytes(length(input, info, 1));
      case 3 -> input.takeText(length(input, info, 1));
      case 4 -> list(input, length(input, info, 1), depth + 1);
      case 5 -> map(input, length(input, info, 2), depth + 1);
      case 6 -> tagged(input, argument(input, info), depth, typedAllowed);
      default -> simple(input, info);
    };
  }

  private static List<@Nullable Object> list(CodecInput input, long count, int depth) {
    requireDepth(input, depth);
    var list = new ArrayList<@Nullable Object>((int) Math.min(count, INITIAL_CAPACITY_MAX));
    for (long i = 0; i < count; i++) {
      list.add(item(input, input.takeByte(), depth, true));
    }
    return list;
  }

  private static Map<@Nullable Object, @Nullable Object> map(
      CodecInput input, long count, int depth) {
    requireDepth(input, depth);
    var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    for (long i = 0; i < count; i++) {
      Object key = item(input, requireScalar(input, input.takeByte()), depth, false);
      Object value = item(input, input.takeByte(), depth, true);
      map.put(key, value);
      if (map.size() != i + 1) {
        throw input.corrupt("a map has a key twice");
      }
    }
    return map;
  }

  private static Object tagged(CodecInput input, long tag, int depth, boolean typedAllowed) {
    if (tag == TAG_POSITIVE || tag == TAG_NEGATIVE) {
      return bigInteger(input, tag == TAG_NEGATIVE);
    }
    if (tag != TAG_TYPED) {
      throw input.corrupt(
          "CBOR tag " + Long.toUnsignedString(tag) + ", expected 2 or 3 (integer) or 27 (typed)");
    }
    if (!typedAllowed || input.takeByte() != 0x82) {
      throw input.corrupt("a typed value that is not tag 27 over [name, content]");
    }
    int initial = input.takeByte();
    if (initial >>> 5 != 3) {
      throw input.corrupt("a typed value whose name is no string");
    }
    String name = input.takeText(length(input, initial & 0x1F, 1));
    if (!CodecType.isName(name)) {
      throw input.corrupt("a typed value whose name is none");
    }
    return new TypedValue(name, item(input, input.takeByte(), depth, false));
  }

  private static Number bigInteger(CodecInput input, boolean negative) {
    int initial = input.takeByte();
    long length = initial >>> 5 == 2 ? length(input, initial & 0x1F, 1) : -1;
    if (length < 0 || length > BIG_INTEGER_BYTES_MAX) {
      throw input.corrupt(
          "a big integer that is no string of at most " + BIG_INTEGER_BYTES_MAX + " bytes");
    }
    return narrowest(new BigInteger(1, input.takeBytes(length)), negative);
  }

  private static Number integer(long unsigned, boolean negative) {
    if (unsigned >= 0) {
      return negative ? ~unsigned : unsigned;
    }
    return narrowest(new BigInteger(Long.toUnsignedString(unsigned)), negative);
  }

  private static Number narrowest(BigInteger magnitude, boolean negative) {
    BigInteger number = negative ? magnitude.not() : magnitude;
    return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
  }

  private static @Nullable Object simple(CodecInput input, int info) {
    return switch (info) {
      case 20 -> false;
      case 21 -> true;
      case 22 -> null;
      case 25 -> (double) Float.float16ToFloat((short) input.takeBigEndian(2));
      case 26 -> (double) Float.intBitsToFloat((int) input.takeBigEndian(4));
      case 27 -> Double.longBitsToDouble(input.takeBigEndian(8));
      default ->
          throw input.corrupt("CBOR simple value " + info + ", expected 20 to 22 or a float");
    };
  }

  private static long argument(CodecInput input, int info) {
    if (info < 24) {
      return info;
    }
    if (info > 27) {
      throw input.corrupt("CBOR additional information " + info + ", expected a definite length");
    }
    return input.takeBigEndian(1 << (info - 24));
  }

  /** A count of parts of at least so many bytes each, known to be possible with what is left. */
  private static long length(CodecInput input, int info, int bytesEach) {
    long count = argument(input, info);
    if (count < 0 || count > input.remaining() / bytesEach) {
      throw input.corrupt(
          "a CBOR length of %s, %d bytes are left"
              .formatted(Long.toUnsignedString(count), input.remaining()));
    }
    return count;
  }

  private static int requireScalar(CodecInput input, int initial) {
    int major = initial >>> 5;
    if (major == 4 || major == 5) {
      throw input.corrupt("a map key that is a list or a map, expected a scalar");
    }
    return initial;
  }

  private static void requireDepth(CodecInput input, int depth) {
    if (depth > DEPTH_MAX) {
      throw input.corrupt("lists and maps nested deeper than " + DEPTH_MAX);
    }
  }
}
