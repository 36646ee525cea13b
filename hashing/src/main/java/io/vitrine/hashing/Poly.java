package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The polynomial p·h + c over the UTF-16 units of a text, 32 bits, zero-extended to 64. Immutable,
 * for any thread. With 31 it is {@link String#hashCode}, the yardstick: what everybody uses, and
 * what collides easily; other multipliers are here to be compared with it.
 *
 * <p>Source: {@code String.hashCode} as the Java Language Specification has had it since 1.0.2; 109
 * and the ranking of primes are Peter Lawrey's.
 *
 * <p>Bytes and numbers are decoded from UTF-8 on the fly, so that they hash as the text that they
 * are, encoded surrogates included; other bytes that are no UTF-8 count as {@code new String(bytes,
 * UTF_8)} has them, mostly U+FFFD each. See {@link Utf8Fold}.
 */
final class Poly implements HashStrategy {
  static final String STRING31_NAME = "string31";
  static final int STRING31_ID = 1;
  static final String PREFIX = "poly";
  static final int ID = 4;

  private static final int STRING31 = 31;
  private static final Pattern NAME = Pattern.compile(PREFIX + "[1-9][0-9]{0,9}");

  /** With larger ones, what {@link #ascii8} joins would spill over into its neighbour. */
  private static final int JOINED_MAX = 251;

  private static final long ABOVE_ASCII = 0x8080_8080_8080_8080L;

  private final int p;
  private final int power2;
  private final int power4;
  private final int power8;

  private Poly(int p) {
    this.p = p;
    this.power2 = p * p;
    this.power4 = power2 * power2;
    this.power8 = power4 * power4;
  }

  /**
   * The polynomial with this multiplier.
   *
   * @throws IllegalArgumentException if it is no prime
   */
  static Poly of(int prime) {
    if (!isPrime(prime)) {
      throw new IllegalArgumentException(
          "multiplier of a polynomial hash is " + prime + ", expected a prime number");
    }
    return new Poly(prime);
  }

  /** The one of this name, such as {@code poly109}; null if it is no name of one. */
  static @Nullable Poly named(String name) {
    if (!NAME.matcher(name).matches()) {
      return null;
    }
    try {
      return of(Integer.parseInt(name, PREFIX.length(), name.length(), 10));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " has a multiplier above 2147483647", e);
    }
  }

  private static boolean isPrime(int number) {
    for (long i = 2; i * i <= number; i++) {
      if (number % i == 0) {
        return false;
      }
    }
    return number > 1;
  }

  @Override
  public String name() {
    return p == STRING31 ? STRING31_NAME : PREFIX + p;
  }

  @Override
  public int id() {
    return p == STRING31 ? STRING31_ID : ID;
  }

  @Override
  public long seed() {
    return 0;
  }

  @Override
  public long hash(long value) {
    if (p <= JOINED_MAX && (value & ABOVE_ASCII) == 0) {
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
    if (p == STRING31 && text instanceof String string) {
      return Integer.toUnsignedLong(string.hashCode());
    }
    int length = text.length();
    int h = 0;
    for (int i = 0; i < length; i++) {
      h = p * h + text.charAt(i);
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
    return name();
  }

  /** Eight at a time while there is nothing but ASCII. */
  private <T> long hash(ByteSource<T> source, T from, long at, long end) {
    int h = 0;
    long next = at;
    for (; end - next >= Long.BYTES; next += Long.BYTES) {
      long word = source.int64(from, next);
      if (p > JOINED_MAX || (word & ABOVE_ASCII) != 0) {
        break;
      }
      h = h * power8 + ascii8(word);
    }
    long state = Utf8Fold.start(h);
    for (; next < end; next++) {
      state = Utf8Fold.step(state, source.uint8(from, next), p);
    }
    return Integer.toUnsignedLong(Utf8Fold.finish(state, p));
  }

  /** Hash of the lowest {@code count} bytes of a number, the lowest first. */
  private long octets(long value, int count) {
    long state = Utf8Fold.start(0);
    for (int i = 0; i < count; i++) {
      state = Utf8Fold.step(state, (int) (value >>> (i * Byte.SIZE)) & 0xFF, p);
    }
    return Integer.toUnsignedLong(Utf8Fold.finish(state, p));
  }

  /**
   * Hash of eight ASCII characters, multipliers up to 251: neighbours are joined in pairs, then
   * fours, then eight.
   */
  private int ascii8(long word) {
    long pairs = (word & 0x00FF_00FF_00FF_00FFL) * p + (word >>> 8 & 0x00FF_00FF_00FF_00FFL);
    long fours =
        (pairs & 0x0000_FFFF_0000_FFFFL) * power2 + (pairs >>> 16 & 0x0000_FFFF_0000_FFFFL);
    return (int) fours * power4 + (int) (fours >>> 32);
  }
}
