package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads CBOR as values of the data model: any form of an item, lengths or none. For one thread at a
 * time; may be used again for other bytes.
 *
 * <p>A length is believed only as far as there are bytes: nothing is allocated by what an item
 * announces, but by what is there.
 */
final class CborReader {
  private static final int ELEMENTS_AT_ONCE = 64;
  private static final byte[] NOTHING = {};

  private final int nestingMax;
  private final NameCache names;
  private final ValueRoom room = new ValueRoom();
  private final KeyWork.Hashed hashed = new KeyWork.Hashed();
  private byte[] in = NOTHING;
  private int at;
  private int end;

  CborReader(int nestingMax, NameCache names) {
    this.nestingMax = nestingMax;
    this.names = names;
  }

  /** Goes on with other bytes. Offsets in messages count from the start of the array. */
  void reset(byte[] bytes, int begin, int behind) {
    in = bytes;
    at = begin;
    end = behind;
    hashed.clear();
    room.reset();
  }

  /** Lets go of the bytes. */
  void release() {
    reset(NOTHING, 0, 0);
  }

  /**
   * Reads bytes that are exactly one item.
   *
   * @param bytes the item
   * @param limits how deep values may be nested
   * @return the value
   * @throws WireException if they are none, with the offset
   */
  static @Nullable Object read(byte[] bytes, FrameLimits limits) {
    var reader = new CborReader(limits.nestingMax(), NameCache.SHARED);
    reader.reset(bytes, 0, bytes.length);
    Object value = reader.value();
    reader.requireEnd();
    return value;
  }

  /** Skips these bytes if they come next. */
  boolean skip(RecordKey key) {
    if (!key.isAt(in, at)) {
      return false;
    }
    at += key.length();
    return true;
  }

  int offset() {
    return at;
  }

  void requireEnd() {
    if (at != end) {
      throw malformed(at, (end - at) + " bytes behind the item, expected one item");
    }
  }

  @Nullable Object value() {
    return value(0);
  }

  private @Nullable Object value(int depth) {
    room.take();
    int begin = at;
    int initial = next();
    int info = initial & 31;
    return switch (initial >> 5) {
      case CborLayout.UNSIGNED -> unsigned(argument(info, begin));
      case CborLayout.NEGATIVE -> negative(argument(info, begin));
      case CborLayout.BYTES -> bytes(info, begin);
      case CborLayout.TEXT -> text(info, begin);
      case CborLayout.LIST -> list(info, begin, depth);
      case CborLayout.MAP -> map(info, begin, depth);
      case CborLayout.TAG -> tagged(argument(info, begin), begin, depth, false);
      default -> simple(initial, begin);
    };
  }

  private int next() {
    if (at >= end) {
      throw malformed(at, "the end of the frame within an item");
    }
    return in[at++] & 0xFF;
  }

  private int need(int bytes) {
    if (end - at < bytes) {
      throw malformed(
          at, "the end of the frame, expected " + bytes + " bytes and found " + (end - at));
    }
    int begin = at;
    at += bytes;
    return begin;
  }

  /** The argument of an item's head, unsigned. */
  private long argument(int info, int begin) {
    return switch (info) {
      case CborLayout.ONE_BYTE -> in[need(1)] & 0xFF;
      case CborLayout.TWO_BYTES -> (short) CborLayout.SHORTS.get(in, need(2)) & 0xFFFF;
      case CborLayout.FOUR_BYTES -> (int) CborLayout.INTS.get(in, need(4)) & 0xFFFF_FFFFL;
      case CborLayout.EIGHT_BYTES -> (long) CborLayout.LONGS.get(in, need(8));
      default -> {
        if (info >= CborLayout.ONE_BYTE) {
          throw malformed(begin, "a head with the additional information " + info);
        }
        yield info;
      }
    };
  }

  private static Object unsigned(long argument) {
    return argument >= 0 ? (Object) argument : unsignedBig(argument);
  }

  private static Object negative(long argument) {
    return argument >= 0 ? (Object) ~argument : unsignedBig(argument).not();
  }

  private static BigInteger unsignedBig(long argument) {
    return BigInteger.valueOf(argument).add(BigInteger.TWO.pow(Long.SIZE));
  }

  /** How long an item is that has a length; each of its parts takes a byte at least. */
  private int length(int info, int begin, int bytesEach) {
    long length = argument(info, begin);
    if (length < 0 || length > (end - at) / bytesEach) {
      throw malformed(
          begin,
          "a length of "
              + Long.toUnsignedString(length)
              + " with "
              + (end - at)
              + " bytes left in the frame");
    }
    return (int) length;
  }

  private boolean isBreak() {
    if (at < end && (in[at] & 0xFF) == CborLayout.BREAK) {
      at++;
      return true;
    }
    return false;
  }

  private byte[] bytes(int info, int begin) {
    if (info != CborLayout.INDEFINITE) {
      int length = length(info, begin, 1);
      byte[] bytes = new byte[length];
      System.arraycopy(in, need(length), bytes, 0, length);
      return bytes;
    }
    var bytes = new ByteArrayOutputStream();
    while (!isBreak()) {
      int length = chunk(CborLayout.BYTES, "bytes");
      bytes.write(in, need(length), length);
    }
    return bytes.toByteArray();
  }

  /** Reads the head of a part of a string without length, and gives its length. */
  private int chunk(int major, String kind) {
    int begin = at;
    int initial = next();
    int info = initial & 31;
    if (initial >> 5 != major || info == CborLayout.INDEFINITE) {
      throw malformed(
          begin, "the item " + hex(initial) + " within " + kind + ", expected a part with length");
    }
    return length(info, begin, 1);
  }

  private String text(int info, int begin) {
    if (info != CborLayout.INDEFINITE) {
      return utf8(length(info, begin, 1));
    }
    var text = new StringBuilder();
    while (!isBreak()) {
      text.append(utf8(chunk(CborLayout.TEXT, "a string")));
    }
    return text.toString();
  }

  private String utf8(int length) {
    int begin = need(length);
    int i = begin;
    while (i < at && in[i] >= 0) {
      i++;
    }
    if (i == at) {
      return new String(in, begin, length, StandardCharsets.ISO_8859_1);
    }
    var text = new String(in, begin, length, StandardCharsets.UTF_8);
    // Bytes that are no UTF-8 have become this character; it may also have been meant.
    if (text.indexOf('\uFFFD') >= 0) {
      checkUtf8(begin, length);
    }
    return text;
  }

  private void checkUtf8(int begin, int length) {
    try {
      var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(in, begin, length));
    } catch (CharacterCodingException e) {
      throw malformed(begin, "bytes that are no UTF-8 in a string");
    }
  }

  /**
   * Reads the head of a map that is all of a body; its pairs follow.
   *
   * @param what the body is, for the message
   * @return number of its pairs, -1 where it has no length
   */
  int openMap(String what) {
    int begin = at;
    int initial = next();
    int info = initial & 31;
    if (initial >> 5 != CborLayout.MAP) {
      throw malformed(begin, "the item " + hex(initial) + " as " + what + ", expected a map");
    }
    return info == CborLayout.INDEFINITE ? -1 : length(info, begin, 2);
  }

  /** Whether a map that {@link #openMap} began has another pair after so many. */
  boolean hasPair(int pairs, int read) {
    return pairs < 0 ? !isBreak() : read < pairs;
  }

  /** A key or a name: mostly a short word that was seen before. */
  @Nullable Object key() {
    return key(0);
  }

  private @Nullable Object key(int depth) {
    int initial = at < end ? in[at] & 0xFF : 0;
    int length = initial & 31;
    if (initial >> 5 == CborLayout.TEXT && length < CborLayout.ONE_BYTE && end - at > length) {
      int begin = at + 1;
      int i = begin;
      while (i < begin + length && in[i] >= 0) {
        i++;
      }
      if (i == begin + length) {
        at = i;
        return names.get(in, begin, i);
      }
    }
    return value(depth);
  }

  private List<@Nullable Object> list(int info, int begin, int depth) {
    int inner = deeper(begin, depth);
    if (info == CborLayout.INDEFINITE) {
      var list = new ArrayList<@Nullable Object>();
      while (!isBreak()) {
        list.add(value(inner));
      }
      return list;
    }
    int size = length(info, begin, 1);
    var list = new ArrayList<@Nullable Object>(Math.min(size, ELEMENTS_AT_ONCE));
    for (int i = 0; i < size; i++) {
      list.add(value(inner));
    }
    return list;
  }

  private Map<@Nullable Object, @Nullable Object> map(int info, int begin, int depth) {
    int inner = deeper(begin, depth);
    KeyWork work = null;
    if (info == CborLayout.INDEFINITE) {
      var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
      while (!isBreak()) {
        work = entry(map, work, inner);
      }
      return map;
    }
    int size = length(info, begin, 2);
    var map =
        LinkedHashMap.<@Nullable Object, @Nullable Object>newLinkedHashMap(
            Math.min(size, ELEMENTS_AT_ONCE));
    for (int i = 0; i < size; i++) {
      work = entry(map, work, inner);
    }
    return map;
  }

  private @Nullable KeyWork entry(
      Map<@Nullable Object, @Nullable Object> map, @Nullable KeyWork known, int depth) {
    int begin = at;
    Object key = key(depth);
    KeyWork work = known;
    if (work == null && !(key instanceof String)) {
      work = new KeyWork(map.keySet(), hashed);
    }
    if (work != null) {
      work.add(map.keySet(), key);
    }
    int before = map.size();
    boolean repeated = work != null && work.isRepeated(key);
    Object replaced = map.put(key, value(depth));
    if (map.size() == before || repeated) {
      map.put(key, replaced);
      throw malformed(begin, "the key " + shown(key) + " a second time");
    }
    return work;
  }

  private static String shown(@Nullable Object key) {
    String text = YamlWriter.write(key);
    return text.length() <= 100 ? text : text.substring(0, 100) + "...";
  }

  private int deeper(int begin, int depth) {
    if (depth >= nestingMax) {
      throw new WireException(
          ErrorCode.TOO_DEEP, "offset " + begin + ": nested deeper than " + nestingMax + " levels");
    }
    return depth + 1;
  }

  private @Nullable Object tagged(long tag, int begin, int depth, boolean typedBefore) {
    if (tag == CborLayout.TAG_TYPED && !typedBefore) {
      return typed(begin, depth);
    }
    if (tag == CborLayout.TAG_BIG || tag == CborLayout.TAG_BIG_NEGATIVE) {
      return big(taggedBytes(tag), tag == CborLayout.TAG_BIG_NEGATIVE, begin);
    }
    if (tag == CborLayout.TAG_WTF8) {
      String text = Wtf8.decode(taggedBytes(tag));
      if (text == null) {
        throw malformed(begin, "bytes that are no WTF-8 in a string");
      }
      return text;
    }
    throw malformed(
        begin,
        "the tag "
            + Long.toUnsignedString(tag)
            + (typedBefore
                ? " right within a typed value, expected a map, a list or a scalar"
                : ", expected 2, 3 (integers), 27 (typed values) or 273 (strings)"));
  }

  private byte[] taggedBytes(long tag) {
    int begin = at;
    int initial = next();
    if (initial >> 5 != CborLayout.BYTES) {
      throw malformed(begin, "the item " + hex(initial) + " under tag " + tag + ", expected bytes");
    }
    return bytes(initial & 31, begin);
  }

  private static Object big(byte[] bytes, boolean negative, int begin) {
    int zeros = 0;
    while (zeros < bytes.length && bytes[zeros] == 0) {
      zeros++;
    }
    if (bytes.length - zeros > CborLayout.BIG_BYTES_MAX) {
      throw tooManyDigits(begin);
    }
    var magnitude = new BigInteger(1, bytes, zeros, bytes.length - zeros);
    BigInteger value = negative ? magnitude.not() : magnitude;
    if (value.abs().compareTo(CborLayout.bigLimit()) >= 0) {
      throw tooManyDigits(begin);
    }
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private static WireException tooManyDigits(int begin) {
    return new WireException(
        ErrorCode.TOO_LARGE,
        "offset "
            + begin
            + ": an integer of more than "
            + CborLayout.DIGITS_MAX
            + " digits, expected at most so many");
  }

  private TypedValue typed(int begin, int depth) {
    int listBegin = at;
    int initial = next();
    boolean open = initial == (CborLayout.LIST << 5 | CborLayout.INDEFINITE);
    if (!open && (initial >> 5 != CborLayout.LIST || argument(initial & 31, listBegin) != 2)) {
      throw malformed(
          listBegin,
          "the item " + hex(initial) + " under tag 27, expected the list [name, content]");
    }
    int nameBegin = at;
    if (!(key(depth) instanceof String name)) {
      throw malformed(nameBegin, "a name of a type that is no string");
    }
    Object content = content(depth);
    if (open && !isBreak()) {
      throw malformed(at, "a third item under tag 27, expected the list [name, content]");
    }
    String problem = WireValues.problem(name, content);
    if (problem != null) {
      throw malformed(begin, problem);
    }
    return new TypedValue(name, content);
  }

  /** The content of a typed value; one within another is refused before it is followed. */
  private @Nullable Object content(int depth) {
    int begin = at;
    if (at < end && (in[at] & 0xFF) >> 5 == CborLayout.TAG) {
      long tag = argument(next() & 31, begin);
      return tagged(tag, begin, depth, true);
    }
    return value(depth);
  }

  private @Nullable Object simple(int initial, int begin) {
    return switch (initial) {
      case CborLayout.FALSE -> false;
      case CborLayout.TRUE -> true;
      case CborLayout.NULL -> null;
      case CborLayout.HALF ->
          (double) Float.float16ToFloat((short) CborLayout.SHORTS.get(in, need(2)));
      case CborLayout.SINGLE ->
          (double) Float.intBitsToFloat((int) CborLayout.INTS.get(in, need(4)));
      case CborLayout.DOUBLE -> Double.longBitsToDouble((long) CborLayout.LONGS.get(in, need(8)));
      case CborLayout.BREAK -> throw malformed(begin, "a break (FF) where an item was expected");
      default ->
          throw malformed(
              begin,
              "the item " + hex(initial) + ", expected true, false, null or a float of this kind");
    };
  }

  private static String hex(int initial) {
    return String.format("%02X", initial);
  }

  static WireException malformed(int offset, String found) {
    return new WireException(ErrorCode.MALFORMED, "offset " + offset + ": found " + found);
  }
}
