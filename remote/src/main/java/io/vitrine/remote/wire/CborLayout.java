package io.vitrine.remote.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Set;

/**
 * The items of CBOR (RFC 8949) that values of the data model become. Numbers in items are
 * big-endian.
 *
 * <pre>
 * bits 7-5  bits 4-0   item
 *        0  argument   integer, the argument
 *        1  argument   integer, -1 less the argument
 *        2  argument   bytes, so many
 *        3  argument   string, so many bytes of UTF-8
 *        4  argument   list, so many items
 *        5  argument   map, so many pairs of items
 *        6  argument   tag, and one item
 *        7  20 21 22   false, true, null
 *        7  25 26 27   float of 2, 4, 8 bytes
 *        7  31         end of an item without length
 *
 * argument  bits 4-0 up to 23 themselves; 24, 25, 26, 27: the next 1, 2, 4, 8 bytes; 31: none
 *
 *  tag  over               value
 *    2  bytes              integer beyond 64 bits
 *    3  bytes              integer beyond 64 bits, -1 less what the bytes are
 *   27  [string, content]  typed value
 *  273  bytes              string with a surrogate that has no partner, as WTF-8
 * </pre>
 */
final class CborLayout {
  static final int UNSIGNED = 0;
  static final int NEGATIVE = 1;
  static final int BYTES = 2;
  static final int TEXT = 3;
  static final int LIST = 4;
  static final int MAP = 5;
  static final int TAG = 6;
  static final int SIMPLE = 7;

  static final int ONE_BYTE = 24;
  static final int TWO_BYTES = 25;
  static final int FOUR_BYTES = 26;
  static final int EIGHT_BYTES = 27;
  static final int INDEFINITE = 31;

  static final int FALSE = 0xF4;
  static final int TRUE = 0xF5;
  static final int NULL = 0xF6;
  static final int HALF = 0xF9;
  static final int SINGLE = 0xFA;
  static final int DOUBLE = 0xFB;
  static final int BREAK = 0xFF;

  static final int TAG_BIG = 2;
  static final int TAG_BIG_NEGATIVE = 3;
  static final int TAG_TYPED = 27;
  static final int TAG_WTF8 = 273;

  /** How a half float says that it is no number. */
  static final short HALF_NAN = 0x7E00;

  /** Names that YAML gives a meaning of its own, so that no type can have them. */
  static final Set<String> STANDARD_NAMES =
      Set.of("str", "binary", "int", "float", "bool", "null", "map", "seq");

  /**
   * Beyond this many digits an integer is refused, in text as well: to read it takes too long. Any
   * that a store holds, in 8,192 bytes, has no more, so all that is there can be told.
   */
  static final int DIGITS_MAX = 19_729;

  /** Bytes that any integer of so many digits fits into. */
  static final int BIG_BYTES_MAX = 8_193;

  private static final class Lazy {
    static final BigInteger BIG_LIMIT = BigInteger.TEN.pow(DIGITS_MAX);
  }

  /** What no integer may reach. */
  static BigInteger bigLimit() {
    return Lazy.BIG_LIMIT;
  }

  static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private CborLayout() {}
}
