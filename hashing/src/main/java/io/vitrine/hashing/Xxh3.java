package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * XXH3, 64 bits, with the default secret and a seed. Immutable, for any thread.
 *
 * <p>Written from the specification of the xxHash family by Yann Collet (version 0.2.0 of June
 * 2023, github.com/Cyan4973/xxHash, {@code doc/xxhash_spec.md}), and equal to its {@code
 * XXH3_64bits_withSeed} bit for bit. This class does input of up to 16 bytes, {@link Xxh3Middle} of
 * up to 240, {@link Xxh3Large} and {@link Xxh3Unseeded} do what is longer.
 */
final class Xxh3 implements HashStrategy {
  static final String NAME = "xxh3";
  static final int ID = 2;

  private static final int SMALL_MAX = 16;

  /* Words of the secret by their offset. */
  private static final long S0 = Xxh3Secret.DEFAULT.at(0);
  private static final long S8 = Xxh3Secret.DEFAULT.at(8);
  private static final long S16 = Xxh3Secret.DEFAULT.at(16);
  private static final long S24 = Xxh3Secret.DEFAULT.at(24);
  private static final long S32 = Xxh3Secret.DEFAULT.at(32);
  private static final long S40 = Xxh3Secret.DEFAULT.at(40);
  private static final long S48 = Xxh3Secret.DEFAULT.at(48);
  private static final long S56 = Xxh3Secret.DEFAULT.at(56);
  private static final long S64 = Xxh3Secret.DEFAULT.at(64);

  private static final long EMPTY_SECRET = S56 ^ S64;
  private static final long SECRET_1_TO_3 = (S0 ^ S0 >>> 32) & 0xFFFF_FFFFL;
  private static final long SECRET_4_TO_8 = S8 ^ S16;
  private static final long SECRET_9_TO_16_LOW = S24 ^ S32;
  private static final long SECRET_9_TO_16_HIGH = S40 ^ S48;

  private static final Xxh3 UNSEEDED = new Xxh3(0);

  private final long seed;

  /** What 4 to 8 bytes are mixed with. */
  private final long seeded4to8;

  /** What the two words of 9 to 16 bytes are mixed with. */
  private final long seeded9to16Low;

  private final long seeded9to16High;

  private final Xxh3Middle middle;

  private Xxh3(long seed) {
    this.seed = seed;
    this.seeded4to8 =
        SECRET_4_TO_8 - (seed ^ (long) Integer.reverseBytes((int) seed) << Integer.SIZE);
    this.seeded9to16Low = SECRET_9_TO_16_LOW + seed;
    this.seeded9to16High = SECRET_9_TO_16_HIGH - seed;
    this.middle = new Xxh3Middle(Xxh3Secret.with(seed), seed);
  }

  static Xxh3 of(long seed) {
    return seed == 0 ? UNSEEDED : new Xxh3(seed);
  }

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
    return seed;
  }

  @Override
  public long hash(long value) {
    return finish4to8(Long.rotateLeft(value, 32), Long.BYTES);
  }

  @Override
  public long hash(int value) {
    long word = value & 0xFFFF_FFFFL;
    return finish4to8(word << 32 | word, Integer.BYTES);
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    // The first and the last byte are read: so the array checks the range by itself.
    return length > SMALL_MAX ? above16(bytes, offset, length) : upTo16(bytes, offset, length);
  }

  @Override
  public long hash(CharSequence text) {
    if (text instanceof String string) {
      int length = string.length();
      if (length > AsciiText.LENGTH_MAX) {
        return encoded(string);
      }
      if (length > 24) {
        return length > 32 ? text33to48(string, length) : text25to32(string, length);
      }
      if (length > SMALL_MAX) {
        return text17to24(string, length);
      }
      if (length > Long.BYTES) {
        return text9to16(string, length);
      }
      if (length >= Integer.BYTES) {
        return text4to8(string, length);
      }
    }
    return encoded(text);
  }

  private long text4to8(String text, int length) {
    long first = AsciiText.first4(text);
    if (first < 0) {
      return wide(text, length);
    }
    long last = AsciiText.last4(text, length, first);
    return last >= 0 ? finish4to8(first << 32 | last, length) : wide(text, length);
  }

  private long text9to16(String text, int length) {
    long first = AsciiText.first8(text);
    if (first < 0) {
      return encoded(text);
    }
    long last = AsciiText.word8(text, length - Long.BYTES);
    return last >= 0 ? finish9to16(first, last, length) : encoded(text);
  }

  private long text17to24(String text, int length) {
    long word0 = AsciiText.first8(text);
    if (word0 < 0) {
      return encoded(text);
    }
    long word1 = AsciiText.word8(text, 8);
    long b = AsciiText.word8(text, length - 8);
    if ((word0 | word1 | b) < 0) {
      return encoded(text);
    }
    long a = AsciiText.between(word0, word1, length - 16);
    return middle.hash(word0, word1, a, b, length);
  }

  private long text25to32(String text, int length) {
    long word0 = AsciiText.first8(text);
    if (word0 < 0) {
      return encoded(text);
    }
    long word1 = AsciiText.word8(text, 8);
    long a = AsciiText.word8(text, length - 16);
    long b = AsciiText.word8(text, length - 8);
    return (word0 | word1 | a | b) >= 0 ? middle.hash(word0, word1, a, b, length) : encoded(text);
  }

  private long text33to48(String text, int length) {
    long word0 = AsciiText.first8(text);
    if (word0 < 0) {
      return encoded(text);
    }
    long word1 = AsciiText.word8(text, 8);
    long word2 = AsciiText.word8(text, 16);
    long word3 = AsciiText.word8(text, 24);
    long a = AsciiText.word8(text, length - 16);
    long b = AsciiText.word8(text, length - 8);
    return (word0 | word1 | word2 | word3 | a | b) >= 0
        ? middle.hash(word0, word1, word2, word3, a, b, length)
        : encoded(text);
  }

  /** 4 to 16 characters, not all of them ASCII. */
  private long wide(String text, int length) {
    return ShortText.reads(text, length) ? wide4to8(text, length) : encoded(text);
  }

  private long wide4to8(String text, int length) {
    long p0 = ShortText.pair(text, 0);
    long p1 = ShortText.pair(text, 2);
    if (length > 4) {
      return wide5to8(text, length, p0, p1);
    }
    int count = ShortText.count(p0) + ShortText.count(p1);
    return (p0 | p1) >= 0
        ? upTo16(ShortText.lower(p0, p1), ShortText.upper(p0, p1), count)
        : encoded(text);
  }

  private long wide5to8(String text, int length, long p0, long p1) {
    long p2 = ShortText.rest(text, length, 4);
    long p3 = ShortText.rest(text, length, 6);
    if ((p0 | p1 | p2 | p3) < 0) {
      return encoded(text);
    }
    int before = ShortText.count(p0) + ShortText.count(p1);
    int count = before + ShortText.count(p2) + ShortText.count(p3);
    long lower = ShortText.lower(p2, p3);
    long upper = ShortText.upper(p2, p3);
    long word0 = ShortText.word0(ShortText.lower(p0, p1), before, lower);
    long word1 = ShortText.word1(ShortText.upper(p0, p1), before, lower, upper);
    if (count <= SMALL_MAX) {
      return upTo16(word0, word1, count);
    }
    long word2 = ShortText.word2(before, lower, upper);
    long a = AsciiText.between(word0, word1, count - 16);
    long b = AsciiText.between(word1, word2, count - 16);
    return middle.hash(word0, word1, a, b, count);
  }

  /** 5 to 16 bytes, the first eight in the first word. */
  private long upTo16(long word0, long word1, int count) {
    if (count > Long.BYTES) {
      return finish9to16(word0, AsciiText.between(word0, word1, count - Long.BYTES), count);
    }
    long last = (word0 >>> (Byte.SIZE * (count - Integer.BYTES))) & 0xFFFF_FFFFL;
    return finish4to8(word0 << 32 | last, count);
  }

  private long encoded(CharSequence text) {
    Utf8Buffer utf8 = Utf8Buffer.encode(text);
    long hash = hash(utf8.bytes, 0, utf8.length);
    utf8.release();
    return hash;
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    if (length >= Integer.BYTES && length <= Xxh3Middle.UPPER_MAX && segment.isNative()) {
      // The first and the last byte are read: so the segment checks the range by itself.
      return length > SMALL_MAX
          ? middle.ofSegment(segment, offset, length)
          : from4to16(segment, offset, length);
    }
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    byte[] array = SegmentSource.array(segment);
    return array == null
        ? ofSegment(segment, offset, length)
        : hash(array, (int) (segment.address() + offset), (int) length);
  }

  @Override
  public String toString() {
    return seed == 0 ? NAME : NAME + "(seed=" + seed + ")";
  }

  /* As in Rapid: up to 16 bytes in methods that are small enough to be compiled into any caller. */

  private long upTo16(byte[] bytes, int at, int length) {
    return length > Long.BYTES
        ? from9to16(ArraySource.INSTANCE, bytes, at, length)
        : upTo8(bytes, at, length);
  }

  private long upTo8(byte[] bytes, int at, int length) {
    return length >= Integer.BYTES
        ? from4to8(ArraySource.INSTANCE, bytes, at, length)
        : upTo3(bytes, at, length);
  }

  private long upTo3(byte[] bytes, int at, int length) {
    Objects.checkFromIndexSize(at, length, bytes.length);
    return upTo3(ArraySource.INSTANCE, bytes, at, length);
  }

  private long above16(byte[] bytes, int at, int length) {
    return length <= 64 ? upTo64(bytes, at, length) : middle.above64(bytes, at, length);
  }

  private long upTo64(byte[] bytes, int at, int length) {
    return length <= 32 ? middle.upTo32(bytes, at, length) : middle.upTo64(bytes, at, length);
  }

  private long from4to16(MemorySegment segment, long at, long length) {
    return length > Long.BYTES
        ? from9to16(SegmentSource.INSTANCE, segment, at, length)
        : from4to8(SegmentSource.INSTANCE, segment, at, length);
  }

  private long ofSegment(MemorySegment segment, long at, long length) {
    if (length > SMALL_MAX) {
      return middle.ofSegment(segment, at, length);
    }
    return length >= Integer.BYTES
        ? from4to16(segment, at, length)
        : upTo3(SegmentSource.INSTANCE, segment, at, length);
  }

  private <T> long from9to16(ByteSource<T> source, T from, long at, long length) {
    return finish9to16(source.int64(from, at), source.int64(from, at + length - 8), length);
  }

  private <T> long from4to8(ByteSource<T> source, T from, long at, long length) {
    long first = source.uint32(from, at);
    return finish4to8(first << 32 | source.uint32(from, at + length - 4), length);
  }

  private <T> long upTo3(ByteSource<T> source, T from, long at, long length) {
    if (length == 0) {
      return Xxh3Mix.avalanche64(EMPTY_SECRET ^ seed);
    }
    long combined =
        (long) source.uint8(from, at + (length >> 1)) << 24
            | source.uint8(from, at) << 16
            | length << 8
            | source.uint8(from, at + length - 1);
    return Xxh3Mix.avalanche64(combined ^ SECRET_1_TO_3 + seed);
  }

  private long finish9to16(long first, long last, long length) {
    return mix9to16(first ^ seeded9to16Low, last ^ seeded9to16High, length);
  }

  private static long mix9to16(long first, long last, long length) {
    return Xxh3Mix.avalanche(length + Long.reverseBytes(first) + last + Xxh3Mix.fold(first, last));
  }

  private long finish4to8(long words, long length) {
    long h = words ^ seeded4to8;
    h ^= Long.rotateLeft(h, 49) ^ Long.rotateLeft(h, 24);
    return mix4to8(h * Xxh3Mix.PRIME_MX2, length);
  }

  private static long mix4to8(long mixed, long length) {
    long h = (mixed ^ (mixed >>> 35) + length) * Xxh3Mix.PRIME_MX2;
    return h ^ h >>> 28;
  }
}
