package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * {@link String#hashCode}: 31·h + c over the UTF-16 units of a text, 32 bits, zero-extended to 64.
 * Immutable, for any thread. The yardstick: what everybody uses, and what collides easily.
 *
 * <p>Bytes and numbers are decoded from UTF-8 on the fly, so that they hash as the text that they
 * are; bytes that are no UTF-8 count as {@code new String(bytes, UTF_8)} has them, mostly U+FFFD
 * each. An unpaired surrogate in a text counts as {@code ?}, and only there does the hash differ
 * from {@link String#hashCode}.
 */
final class String31 implements HashStrategy {
  static final String NAME = "string31";
  static final int ID = 1;
  static final String31 INSTANCE = new String31();

  private static final long ABOVE_ASCII = 0x8080_8080_8080_8080L;
  private static final int POWER4 = 31 * 31 * 31 * 31;
  private static final int POWER8 = (int) 852_891_037_441L;

  private String31() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int id() {
    return ID;
  }

  @Override
  public long seed() {
    return 0;
  }

  @Override
  public long hash(long value) {
    if ((value & ABOVE_ASCII) == 0) {
      return Integer.toUnsignedLong(ascii8(value));
    }
    return octets(value, Long.BYTES);
  }

  @Override
  public long hash(int value) {
    return octets(value, Integer.BYTES);
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return hash(ArraySource.INSTANCE, bytes, offset, offset + (long) length);
  }

  @Override
  public long hash(CharSequence text) {
    if (text instanceof String string && !hasSurrogates(string)) {
      return Integer.toUnsignedLong(string.hashCode());
    }
    int length = text.length();
    int h = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (Surrogates.isPair(text, i, length)) {
        h = 31 * h + c;
        c = text.charAt(++i);
      } else if (Character.isSurrogate(c)) {
        c = Surrogates.UNPAIRED_CHAR;
      }
      h = 31 * h + c;
    }
    return Integer.toUnsignedLong(h);
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    byte[] array = SegmentSource.array(segment);
    if (array == null) {
      return hash(SegmentSource.INSTANCE, segment, offset, offset + length);
    }
    long at = segment.address() + offset;
    return hash(ArraySource.INSTANCE, array, at, at + length);
  }

  @Override
  public String toString() {
    return NAME;
  }

  /** Eight at a time while there is nothing but ASCII. */
  private static <T> long hash(ByteSource<T> source, T from, long at, long end) {
    int h = 0;
    long next = at;
    for (; end - next >= Long.BYTES; next += Long.BYTES) {
      long word = source.int64(from, next);
      if ((word & ABOVE_ASCII) != 0) {
        break;
      }
      h = h * POWER8 + ascii8(word);
    }
    long state = Utf8Fold31.start(h);
    for (; next < end; next++) {
      state = Utf8Fold31.step(state, source.uint8(from, next));
    }
    return Integer.toUnsignedLong(Utf8Fold31.finish(state));
  }

  /** Hash of the lowest {@code count} bytes of a number, the lowest first. */
  private static long octets(long value, int count) {
    long state = Utf8Fold31.start(0);
    for (int i = 0; i < count; i++) {
      state = Utf8Fold31.step(state, (int) (value >>> (i * Byte.SIZE)) & 0xFF);
    }
    return Integer.toUnsignedLong(Utf8Fold31.finish(state));
  }

  /** Hash of eight ASCII characters: neighbours are joined in pairs, then fours, then eight. */
  private static int ascii8(long word) {
    long pairs = (word & 0x00FF_00FF_00FF_00FFL) * 31 + (word >>> 8 & 0x00FF_00FF_00FF_00FFL);
    long fours = (pairs & 0x0000_FFFF_0000_FFFFL) * 961 + (pairs >>> 16 & 0x0000_FFFF_0000_FFFFL);
    return (int) fours * POWER4 + (int) (fours >>> 32);
  }

  private static boolean hasSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
