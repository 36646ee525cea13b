package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The fast alternative to 31·h + c of Peter Lawrey's article on {@code String.hashCode}: four bytes
 * at a time as a little-endian int, h·0x7A646E4D + int in 64 bits, once more multiplied at the end
 * and folded with h ^ (h &gt;&gt;&gt; 25) to 32 bits, zero-extended. Immutable, for any thread.
 *
 * <p>The article reads whole ints beyond the end of the text, where padding happens to be zero.
 * Here the last one to three bytes are an int with zeros above, so the hashes are those of the
 * article, also where something else follows. A text and the same with zero bytes up to the next
 * multiple of four therefore collide.
 */
final class Native32 implements HashStrategy {
  static final String NAME = "native32";
  static final int ID = 5;
  static final Native32 INSTANCE = new Native32();

  private static final long MULTIPLIER = 0x7A64_6E4DL;

  /* Its powers, modulo 2^64. */
  private static final long POWER2 = 0x3A83_E087_BFAE_4329L;
  private static final long POWER3 = 0xAA84_C945_4E49_D155L;
  private static final long POWER4 = 0xFECE_1414_8B5A_7C91L;
  private static final long POWER5 = 0xD30C_6CC4_8E61_C59DL;
  private static final long POWER6 = 0xFA1B_62AA_D9A5_E639L;
  private static final long POWER7 = 0xF518_2B6D_D816_BD25L;
  private static final long POWER8 = 0x6AD1_81E9_4890_CA21L;

  private static final int FOLD = 25;
  private static final int BLOCK = 2 * Long.BYTES; // a power of two

  private Native32() {}

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
    return finish(two(value));
  }

  @Override
  public long hash(int value) {
    return finish(value);
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    // The first and the last byte are read: so the array checks the range by itself.
    return length >= BLOCK ? above15(bytes, offset, length) : upTo15(bytes, offset, length);
  }

  @Override
  public long hash(CharSequence text) {
    Utf8Buffer utf8 = Utf8Buffer.encode(text);
    long hash = hash(utf8.bytes, 0, utf8.length);
    utf8.release();
    return hash;
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    byte[] array = SegmentSource.array(segment);
    if (array == null) {
      return hash(SegmentSource.INSTANCE, segment, offset, length);
    }
    return hash(array, (int) (segment.address() + offset), (int) length);
  }

  @Override
  public String toString() {
    return NAME;
  }

  private static long upTo15(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return finish(end(ArraySource.INSTANCE, bytes, offset, length, 0));
  }

  /* From 16 to 32 bytes each int is multiplied by its own power, the last multiplication included:
   * so no multiplication waits for another one. Whole words, as of a UUID, are in methods that are
   * small enough for any caller: the call alone would be a third of what they take. A method for
   * each further range of lengths, as in Rapid; up to 47 bytes there is no loop. */

  private static long above15(byte[] bytes, int at, int length) {
    return length == BLOCK ? of16(bytes, at) : above16(bytes, at, length);
  }

  private static long above16(byte[] bytes, int at, int length) {
    return length == 24 ? of24(bytes, at) : others(bytes, at, length);
  }

  private static long others(byte[] bytes, int at, int length) {
    return length == 2 * BLOCK ? of32(bytes, at) : further(bytes, at, length);
  }

  private static long further(byte[] bytes, int at, int length) {
    return length < 2 * BLOCK ? from17to31(bytes, at, length) : above32(bytes, at, length);
  }

  private static long above32(byte[] bytes, int at, int length) {
    return length < 3 * BLOCK ? from33to47(bytes, at, length) : above47(bytes, at, length);
  }

  private static long of16(byte[] bytes, int at) {
    return fold(last16(bytes, at));
  }

  private static long of24(byte[] bytes, int at) {
    long last = two(ArraySource.word(bytes, at + 16), POWER2, MULTIPLIER);
    return fold(four(bytes, at, POWER6, POWER5, POWER4, POWER3) + last);
  }

  private static long of32(byte[] bytes, int at) {
    return fold(last16(bytes, at + BLOCK) + four(bytes, at, POWER8, POWER7, POWER6, POWER5));
  }

  private static long last16(byte[] bytes, int at) {
    return four(bytes, at, POWER4, POWER3, POWER2, MULTIPLIER);
  }

  private static long from17to31(byte[] bytes, int at, int length) {
    return length <= 24 ? from17to24(bytes, at, length) : from25to31(bytes, at, length);
  }

  private static long from17to24(byte[] bytes, int at, int length) {
    long last = ArraySource.word(bytes, at + length - 8) >>> (Byte.SIZE * (24 - length));
    return length > 20
        ? fold(four(bytes, at, POWER6, POWER5, POWER4, POWER3) + two(last, POWER2, MULTIPLIER))
        : fold(four(bytes, at, POWER5, POWER4, POWER3, POWER2) + (int) last * MULTIPLIER);
  }

  private static long from25to31(byte[] bytes, int at, int length) {
    long last = ArraySource.word(bytes, at + length - 8) >>> (Byte.SIZE * (32 - length));
    long word = ArraySource.word(bytes, at + 16);
    return length > 28
        ? fold(
            four(bytes, at, POWER8, POWER7, POWER6, POWER5)
                + two(word, POWER4, POWER3)
                + two(last, POWER2, MULTIPLIER))
        : fold(
            four(bytes, at, POWER7, POWER6, POWER5, POWER4)
                + two(word, POWER3, POWER2)
                + (int) last * MULTIPLIER);
  }

  /** What sixteen bytes add, each int by its power. */
  private static long four(byte[] bytes, int at, long p0, long p1, long p2, long p3) {
    return two(ArraySource.word(bytes, at), p0, p1) + two(ArraySource.word(bytes, at + 8), p2, p3);
  }

  /** What eight bytes add, each int by its power. */
  private static long two(long word, long p0, long p1) {
    return (int) word * p0 + (word >> Integer.SIZE) * p1;
  }

  private static long from33to47(byte[] bytes, int at, int length) {
    long h = four(bytes, at, POWER7, POWER6, POWER5, POWER4);
    h += four(bytes, at + BLOCK, POWER3, POWER2, MULTIPLIER, 1);
    return finish(end(bytes, at + length, length - 2 * BLOCK, h));
  }

  private static long above47(byte[] bytes, int at, int length) {
    Objects.checkFromIndexSize(at, length, bytes.length);
    long h = blocks(ArraySource.INSTANCE, bytes, at, length, 0);
    int left = length & BLOCK - 1;
    return left == 0 ? finish(h) : finish(end(bytes, at + length, left, h));
  }

  /** The last 1 to 15 bytes, of which there are at least eight more before them. */
  private static long end(byte[] bytes, int end, int count, long sum) {
    long h = sum;
    int left = count;
    if (left >= Long.BYTES) {
      h = h * POWER2 + two(ArraySource.word(bytes, end - left));
      left -= Long.BYTES;
      if (left == 0) {
        return h;
      }
    }
    // The bytes that are left are the upper ones of the last eight.
    long last = ArraySource.word(bytes, end - Long.BYTES) >>> (Long.SIZE - Byte.SIZE * left);
    if (left >= Integer.BYTES) {
      h = h * MULTIPLIER + (int) last;
      last >>>= Integer.SIZE;
    }
    return (left & 3) == 0 ? h : h * MULTIPLIER + last;
  }

  /** A segment. */
  private static <T> long hash(ByteSource<T> source, T from, long at, long length) {
    long h = length >= BLOCK ? blocks(source, from, at, length, 0) : 0;
    return finish(end(source, from, at + (length & -BLOCK), (int) length & BLOCK - 1, h));
  }

  /** The last up to fifteen bytes. */
  private static <T> long end(ByteSource<T> source, T from, long at, int length, long sum) {
    long h = sum;
    long next = at;
    if ((length & Long.BYTES) != 0) {
      long word = source.int64(from, next);
      h = h * POWER2 + (int) word * MULTIPLIER + (word >> 32);
      next += Long.BYTES;
    }
    if ((length & Integer.BYTES) != 0) {
      h = h * MULTIPLIER + source.int32(from, next);
      next += Integer.BYTES;
    }
    int left = length & 3;
    return left == 0 ? h : h * MULTIPLIER + last(source, from, next, left);
  }

  /** All whole blocks. */
  private static <T> long blocks(ByteSource<T> source, T from, long at, long length, long sum) {
    long h = sum;
    long end = at + length - BLOCK;
    for (long next = at; next <= end; next += BLOCK) {
      h = h * POWER4 + block(source, from, next);
    }
    return h;
  }

  /** What sixteen bytes add. */
  private static <T> long block(ByteSource<T> source, T from, long at) {
    long low = source.int64(from, at);
    long high = source.int64(from, at + Long.BYTES);
    return (int) low * POWER3
        + (low >> Integer.SIZE) * POWER2
        + (int) high * MULTIPLIER
        + (high >> Integer.SIZE);
  }

  /** What eight bytes add. */
  private static long two(long word) {
    return (int) word * MULTIPLIER + (word >> Integer.SIZE);
  }

  /** The last one to three bytes, zeros above. */
  private static <T> int last(ByteSource<T> source, T from, long at, int left) {
    int last = source.uint8(from, at);
    if (left > 1) {
      last |= source.uint8(from, at + 1) << Byte.SIZE;
      if (left > 2) {
        last |= source.uint8(from, at + 2) << (2 * Byte.SIZE);
      }
    }
    return last;
  }

  private static long finish(long sum) {
    return fold(sum * MULTIPLIER);
  }

  private static long fold(long h) {
    return Integer.toUnsignedLong((int) h ^ (int) (h >>> FOLD));
  }
}
