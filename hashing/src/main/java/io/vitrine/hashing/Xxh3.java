package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * XXH3, 64 bits, with the default secret and a seed. Immutable, for any thread.
 *
 * <p>Written from the specification of the xxHash family by Yann Collet (version 0.2.0 of June
 * 2023, github.com/Cyan4973/xxHash, {@code doc/xxhash_spec.md}), and equal to its {@code
 * XXH3_64bits_withSeed} bit for bit. This class does input of up to 240 bytes, {@link Xxh3Large}
 * does what is longer.
 */
final class Xxh3 implements HashStrategy {
  static final String NAME = "xxh3";
  static final int ID = 2;

  private static final int SMALL_MAX = 16;
  private static final int MEDIUM_MAX = 128;
  private static final int UPPER_MEDIUM_MAX = 240;

  /** Longest text that is not encoded first, in characters. */
  private static final int TEXT_MAX = 32;

  /* Words of the secret by their offset. As constants they cost no loads. */
  private static final long S0 = Xxh3Secret.DEFAULT.at(0);
  private static final long S8 = Xxh3Secret.DEFAULT.at(8);
  private static final long S16 = Xxh3Secret.DEFAULT.at(16);
  private static final long S24 = Xxh3Secret.DEFAULT.at(24);
  private static final long S32 = Xxh3Secret.DEFAULT.at(32);
  private static final long S40 = Xxh3Secret.DEFAULT.at(40);
  private static final long S48 = Xxh3Secret.DEFAULT.at(48);
  private static final long S56 = Xxh3Secret.DEFAULT.at(56);
  private static final long S64 = Xxh3Secret.DEFAULT.at(64);
  private static final long S72 = Xxh3Secret.DEFAULT.at(72);
  private static final long S80 = Xxh3Secret.DEFAULT.at(80);
  private static final long S88 = Xxh3Secret.DEFAULT.at(88);
  private static final long S96 = Xxh3Secret.DEFAULT.at(96);
  private static final long S104 = Xxh3Secret.DEFAULT.at(104);
  private static final long S112 = Xxh3Secret.DEFAULT.at(112);
  private static final long S120 = Xxh3Secret.DEFAULT.at(120);
  private static final long S119 = Xxh3Secret.DEFAULT.at(119);
  private static final long S127 = Xxh3Secret.DEFAULT.at(127);

  private static final long EMPTY_SECRET = S56 ^ S64;
  private static final long SECRET_1_TO_3 = (S0 ^ S0 >>> 32) & 0xFFFF_FFFFL;
  private static final long SECRET_4_TO_8 = S8 ^ S16;
  private static final long SECRET_9_TO_16_LOW = S24 ^ S32;
  private static final long SECRET_9_TO_16_HIGH = S40 ^ S48;

  private static final Xxh3 UNSEEDED = new Xxh3(0);

  private final long seed;

  /** What 4 to 8 bytes are mixed with. */
  private final long seeded4to8;

  /** The secret with the seed in it, for long input. */
  private final Xxh3Secret secret;

  private Xxh3(long seed) {
    this.seed = seed;
    this.seeded4to8 =
        SECRET_4_TO_8 - (seed ^ (long) Integer.reverseBytes((int) seed) << Integer.SIZE);
    this.secret = Xxh3Secret.with(seed);
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
    return finish4to8(Long.rotateLeft(value, 32) ^ seeded4to8, Long.BYTES);
  }

  @Override
  public long hash(int value) {
    long word = value & 0xFFFF_FFFFL;
    return finish4to8((word << 32 | word) ^ seeded4to8, Integer.BYTES);
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return hash(ArraySource.INSTANCE, bytes, offset, length);
  }

  @Override
  public long hash(CharSequence text) {
    if (text instanceof String string) {
      int length = string.length();
      if (length > SMALL_MAX) {
        return length <= TEXT_MAX ? text17to32(string, length) : encoded(string);
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
    long first = AsciiText.word4(text, 0);
    long last = AsciiText.last4(text, length, first);
    return (first | last) >= 0
        ? finish4to8((first << 32 | last) ^ seeded4to8, length)
        : encoded(text);
  }

  private long text9to16(String text, int length) {
    long first = AsciiText.word8(text, 0);
    long last = AsciiText.word8(text, length - Long.BYTES);
    return (first | last) >= 0 ? finish9to16(first, last, length) : encoded(text);
  }

  private long text17to32(String text, int length) {
    long word0 = AsciiText.word8(text, 0);
    long word1 = AsciiText.word8(text, 8);
    int beyond = length - 16;
    long a =
        beyond <= Long.BYTES
            ? AsciiText.between(word0, word1, beyond)
            : AsciiText.word8(text, length - 16);
    long b = AsciiText.word8(text, length - 8);
    if ((word0 | word1 | a | b) < 0) {
      return encoded(text);
    }
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + Xxh3Mix.fold(word0 ^ S0 + seed, word1 ^ S8 - seed)
            + Xxh3Mix.fold(a ^ S16 + seed, b ^ S24 - seed));
  }

  private long encoded(CharSequence text) {
    Utf8Buffer utf8 = Utf8Buffer.encode(text);
    long hash = hash(ArraySource.INSTANCE, utf8.bytes, 0, utf8.length);
    utf8.release();
    return hash;
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    byte[] array = SegmentSource.array(segment);
    return array == null
        ? hash(SegmentSource.INSTANCE, segment, offset, length)
        : hash(ArraySource.INSTANCE, array, segment.address() + offset, length);
  }

  @Override
  public String toString() {
    return seed == 0 ? NAME : NAME + "(seed=" + seed + ")";
  }

  private <T> long hash(ByteSource<T> source, T from, long at, long length) {
    if (length <= SMALL_MAX) {
      return small(source, from, at, length);
    }
    if (length <= MEDIUM_MAX) {
      return medium(source, from, at, length, seed);
    }
    if (length <= UPPER_MEDIUM_MAX) {
      return upperMedium(source, from, at, length, seed);
    }
    return Xxh3Large.hash(source, from, at, length, secret);
  }

  /** Up to 16 bytes. */
  private <T> long small(ByteSource<T> source, T from, long at, long length) {
    if (length > 8) {
      return finish9to16(source.int64(from, at), source.int64(from, at + length - 8), length);
    }
    if (length >= 4) {
      long first = source.uint32(from, at);
      long last = source.uint32(from, at + length - 4);
      return finish4to8((first << 32 | last) ^ seeded4to8, length);
    }
    if (length > 0) {
      long combined =
          (long) source.uint8(from, at + (length >> 1)) << 24
              | source.uint8(from, at) << 16
              | length << 8
              | source.uint8(from, at + length - 1);
      return Xxh3Mix.avalanche64(combined ^ SECRET_1_TO_3 + seed);
    }
    return Xxh3Mix.avalanche64(EMPTY_SECRET ^ seed);
  }

  private long finish9to16(long firstWord, long lastWord, long length) {
    long first = firstWord ^ SECRET_9_TO_16_LOW + seed;
    long last = lastWord ^ SECRET_9_TO_16_HIGH - seed;
    return Xxh3Mix.avalanche(length + Long.reverseBytes(first) + last + Xxh3Mix.fold(first, last));
  }

  private static long finish4to8(long mixed, long length) {
    long h = mixed;
    h ^= Long.rotateLeft(h, 49) ^ Long.rotateLeft(h, 24);
    h *= Xxh3Mix.PRIME_MX2;
    h ^= (h >>> 35) + length;
    h *= Xxh3Mix.PRIME_MX2;
    return h ^ h >>> 28;
  }

  /** 17 to 128 bytes: sixteen at a time from both ends inwards. */
  private static <T> long medium(ByteSource<T> source, T from, long at, long length, long seed) {
    long end = at + length;
    long h = length * Xxh3Mix.PRIME64_1;
    if (length > 32) {
      if (length > 64) {
        if (length > 96) {
          h += step(source, from, at + 48, S96 + seed, S104 - seed);
          h += step(source, from, end - 64, S112 + seed, S120 - seed);
        }
        h += step(source, from, at + 32, S64 + seed, S72 - seed);
        h += step(source, from, end - 48, S80 + seed, S88 - seed);
      }
      h += step(source, from, at + 16, S32 + seed, S40 - seed);
      h += step(source, from, end - 32, S48 + seed, S56 - seed);
    }
    h += step(source, from, at, S0 + seed, S8 - seed);
    h += step(source, from, end - 16, S16 + seed, S24 - seed);
    return Xxh3Mix.avalanche(h);
  }

  /** 129 to 240 bytes: the secret is read a second time, three bytes on. */
  private static <T> long upperMedium(
      ByteSource<T> source, T from, long at, long length, long seed) {
    long h = length * Xxh3Mix.PRIME64_1;
    h += step(source, from, at, S0 + seed, S8 - seed);
    h += step(source, from, at + 16, S16 + seed, S24 - seed);
    h += step(source, from, at + 32, S32 + seed, S40 - seed);
    h += step(source, from, at + 48, S48 + seed, S56 - seed);
    h += step(source, from, at + 64, S64 + seed, S72 - seed);
    h += step(source, from, at + 80, S80 + seed, S88 - seed);
    h += step(source, from, at + 96, S96 + seed, S104 - seed);
    h += step(source, from, at + 112, S112 + seed, S120 - seed);
    h = Xxh3Mix.avalanche(h);
    int chunksEnd = (int) length & -16;
    for (int i = 128; i < chunksEnd; i += 16) {
      int secret = i - 128 + 3;
      h +=
          step(
              source,
              from,
              at + i,
              Xxh3Secret.DEFAULT.at(secret) + seed,
              Xxh3Secret.DEFAULT.at(secret + 8) - seed);
    }
    h += step(source, from, at + length - 16, S119 + seed, S127 - seed);
    return Xxh3Mix.avalanche(h);
  }

  private static <T> long step(ByteSource<T> source, T from, long at, long low, long high) {
    return Xxh3Mix.fold(source.int64(from, at) ^ low, source.int64(from, at + 8) ^ high);
  }
}
