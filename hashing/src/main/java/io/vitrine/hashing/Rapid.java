package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * rapidhash version 3, 64 bits, seeded. Immutable, for any thread.
 *
 * <p>Written from the algorithm as its author Nicolas De Carli published it (rapidhash V3, 2025,
 * github.com/Nicoshev/rapidhash, function {@code rapidhash}, not its Micro and Nano forms), with
 * its default secret, and equal to it bit for bit. It builds on Wang Yi's wyhash: multiply two
 * words to 128 bits and fold the halves.
 */
final class Rapid implements HashStrategy {
  static final String NAME = "rapid";
  static final int ID = 3;

  private static final long SECRET0 = 0x2d358dccaa6c78a5L;
  private static final long SECRET1 = 0x8bb84b93962eacc9L;
  private static final long SECRET2 = 0x4b33a62ed433d4a3L;
  private static final long SECRET3 = 0x4d5a2da51de1aa47L;
  private static final long SECRET4 = 0xa0761d6478bd642fL;
  private static final long SECRET5 = 0xe7037ed1a0b428dbL;
  private static final long SECRET6 = 0x90ed1765281c388cL;
  private static final long SECRET7 = 0xaaaaaaaaaaaaaaaaL;

  private static final int SMALL_MAX = 16;
  private static final int STRIPE = 112;

  /** Longest text that is not encoded first, in characters. */
  private static final int TEXT_MAX = 48;

  private final long seed;

  /** The seed as the algorithm stirs it before it meets any input. */
  private final long stirred;

  Rapid(long seed) {
    this.seed = seed;
    this.stirred = seed ^ mix(seed ^ SECRET2, SECRET1);
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
    return finish(value, value, stirred ^ Long.BYTES, Long.BYTES);
  }

  @Override
  public long hash(int value) {
    long word = value & 0xFFFF_FFFFL;
    return finish(word, word, stirred ^ Integer.BYTES, Integer.BYTES);
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return hash(ArraySource.INSTANCE, bytes, offset, length, stirred);
  }

  @Override
  public long hash(CharSequence text) {
    if (text instanceof String string) {
      int length = string.length();
      if (length > 32) {
        return length <= TEXT_MAX ? text33to48(string, length) : encoded(string);
      }
      if (length > SMALL_MAX) {
        return text17to32(string, length);
      }
      if (length >= Long.BYTES) {
        return text8to16(string, length);
      }
      if (length >= Integer.BYTES) {
        return text4to7(string, length);
      }
    }
    return encoded(text);
  }

  private long text4to7(String text, int length) {
    long first = AsciiText.word4(text, 0);
    long last = AsciiText.last4(text, length, first);
    return (first | last) >= 0 ? finish(first, last, stirred ^ length, length) : encoded(text);
  }

  private long text8to16(String text, int length) {
    long first = AsciiText.word8(text, 0);
    long last = AsciiText.last8(text, length, first);
    return (first | last) >= 0 ? finish(first, last, stirred ^ length, length) : encoded(text);
  }

  private long text17to32(String text, int length) {
    long word0 = AsciiText.word8(text, 0);
    long word1 = AsciiText.word8(text, 8);
    long h = mix(word0 ^ SECRET2, word1 ^ stirred);
    return endOfText(text, length, 16, word0, word1, word0 | word1, h);
  }

  private long text33to48(String text, int length) {
    long word0 = AsciiText.word8(text, 0);
    long word1 = AsciiText.word8(text, 8);
    long h = mix(word0 ^ SECRET2, word1 ^ stirred);
    long word2 = AsciiText.word8(text, 16);
    long word3 = AsciiText.word8(text, 24);
    h = mix(word2 ^ SECRET2, word3 ^ h);
    return endOfText(text, length, 32, word2, word3, word0 | word1 | word2 | word3, h);
  }

  /** The last two words, of which up to sixteen characters are behind two that end at a place. */
  private long endOfText(
      String text, int length, int end, long word0, long word1, long all, long h) {
    int beyond = length - end;
    long a =
        beyond <= Long.BYTES
            ? AsciiText.between(word0, word1, beyond)
            : AsciiText.word8(text, length - 16);
    long b = AsciiText.word8(text, length - 8);
    return (all | a | b) >= 0 ? finish(a ^ length, b, h, length) : encoded(text);
  }

  private long encoded(CharSequence text) {
    Utf8Buffer utf8 = Utf8Buffer.encode(text);
    long hash = hash(ArraySource.INSTANCE, utf8.bytes, 0, utf8.length, stirred);
    utf8.release();
    return hash;
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    byte[] array = SegmentSource.array(segment);
    return array == null
        ? hash(SegmentSource.INSTANCE, segment, offset, length, stirred)
        : hash(ArraySource.INSTANCE, array, segment.address() + offset, length, stirred);
  }

  @Override
  public String toString() {
    return NAME + "(seed=" + seed + ")";
  }

  private static <T> long hash(ByteSource<T> source, T from, long at, long length, long seed) {
    if (length <= SMALL_MAX) {
      return small(source, from, at, length, seed);
    }
    if (length <= STRIPE) {
      return medium(source, from, at, length, seed);
    }
    if (length <= 2 * STRIPE) {
      return medium(source, from, at + STRIPE, length - STRIPE, stripe(source, from, at, seed));
    }
    return large(source, from, at, length, seed);
  }

  /** Up to 16 bytes: two words that overlap unless there are 16. */
  private static <T> long small(ByteSource<T> source, T from, long at, long length, long seed) {
    if (length >= 8) {
      long first = source.int64(from, at);
      long last = source.int64(from, at + length - 8);
      return finish(first, last, seed ^ length, length);
    }
    if (length >= 4) {
      long first = source.uint32(from, at);
      long last = source.uint32(from, at + length - 4);
      return finish(first, last, seed ^ length, length);
    }
    if (length > 0) {
      long ends = (long) source.uint8(from, at) << 45 | source.uint8(from, at + length - 1);
      return finish(ends, source.uint8(from, at + (length >> 1)), seed, length);
    }
    return finish(0, 0, seed, 0);
  }

  /** 1 to 112 bytes with at least 16 before their end: what is left of any input above 16. */
  private static <T> long medium(ByteSource<T> source, T from, long at, long length, long seed) {
    long h = seed;
    if (length > 16) {
      h = step(source, from, at, SECRET2, h);
      if (length > 32) {
        h = step(source, from, at + 16, SECRET2, h);
        if (length > 48) {
          h = step(source, from, at + 32, SECRET1, h);
          if (length > 64) {
            h = step(source, from, at + 48, SECRET1, h);
            if (length > 80) {
              h = step(source, from, at + 64, SECRET2, h);
              if (length > 96) {
                h = step(source, from, at + 80, SECRET1, h);
              }
            }
          }
        }
      }
    }
    long a = source.int64(from, at + length - 16) ^ length;
    long b = source.int64(from, at + length - 8);
    return finish(a, b, h, length);
  }

  /**
   * The first 112 of up to 224 bytes. As a loop that runs once it would take half as long again.
   */
  private static <T> long stripe(ByteSource<T> source, T from, long at, long seed) {
    return step(source, from, at, SECRET0, seed)
        ^ step(source, from, at + 16, SECRET1, seed)
        ^ step(source, from, at + 32, SECRET2, seed)
        ^ step(source, from, at + 48, SECRET3, seed)
        ^ step(source, from, at + 64, SECRET4, seed)
        ^ step(source, from, at + 80, SECRET5, seed)
        ^ step(source, from, at + 96, SECRET6, seed);
  }

  /**
   * Above 224 bytes: seven lanes side by side, each a chain of multiplications of its own. The last
   * 1 to 112 bytes are left to {@link #medium}.
   */
  private static <T> long large(ByteSource<T> source, T from, long at, long length, long seed) {
    long h0 = seed;
    long h1 = seed;
    long h2 = seed;
    long h3 = seed;
    long h4 = seed;
    long h5 = seed;
    long h6 = seed;
    long end = at + length - STRIPE;
    long next = at;
    for (; next < end; next += STRIPE) {
      h0 = step(source, from, next, SECRET0, h0);
      h1 = step(source, from, next + 16, SECRET1, h1);
      h2 = step(source, from, next + 32, SECRET2, h2);
      h3 = step(source, from, next + 48, SECRET3, h3);
      h4 = step(source, from, next + 64, SECRET4, h4);
      h5 = step(source, from, next + 80, SECRET5, h5);
      h6 = step(source, from, next + 96, SECRET6, h6);
    }
    return medium(source, from, next, at + length - next, h0 ^ h1 ^ h2 ^ h3 ^ h4 ^ h5 ^ h6);
  }

  private static <T> long step(ByteSource<T> source, T from, long at, long secret, long h) {
    return mix(source.int64(from, at) ^ secret, source.int64(from, at + 8) ^ h);
  }

  private static long finish(long a, long b, long seed, long length) {
    long x = a ^ SECRET1;
    long y = b ^ seed;
    return mix(x * y ^ SECRET7, Math.unsignedMultiplyHigh(x, y) ^ SECRET1 ^ length);
  }

  /** The 128-bit product, its halves folded into one. */
  private static long mix(long a, long b) {
    return a * b ^ Math.unsignedMultiplyHigh(a, b);
  }
}
