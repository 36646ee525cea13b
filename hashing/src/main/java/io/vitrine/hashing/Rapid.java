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
    long first = AsciiText.first4(text);
    if (first < 0) {
      return wide(text, length);
    }
    long last = AsciiText.last4(text, length, first);
    return last >= 0 ? finish(first, last, stirred ^ length, length) : wide(text, length);
  }

  private long text8to16(String text, int length) {
    long first = AsciiText.first8(text);
    if (first < 0) {
      return wide(text, length);
    }
    long last = AsciiText.last8(text, length, first);
    return last >= 0 ? small(first, last, length) : encoded(text);
  }

  private long text17to24(String text, int length) {
    long word0 = AsciiText.first8(text);
    if (word0 < 0) {
      return encoded(text);
    }
    long word1 = AsciiText.word8(text, 8);
    long h = mix(word0 ^ SECRET2, word1 ^ stirred);
    long b = AsciiText.word8(text, length - 8);
    if ((word0 | word1 | b) < 0) {
      return encoded(text);
    }
    long a = AsciiText.between(word0, word1, length - 16);
    return finish(a ^ length, b, h, length);
  }

  private long text25to32(String text, int length) {
    long word0 = AsciiText.first8(text);
    if (word0 < 0) {
      return encoded(text);
    }
    long word1 = AsciiText.word8(text, 8);
    long h = mix(word0 ^ SECRET2, word1 ^ stirred);
    long a = AsciiText.word8(text, length - 16);
    long b = AsciiText.word8(text, length - 8);
    return (word0 | word1 | a | b) >= 0 ? finish(a ^ length, b, h, length) : encoded(text);
  }

  private long text33to48(String text, int length) {
    long word0 = AsciiText.first8(text);
    if (word0 < 0) {
      return encoded(text);
    }
    long word1 = AsciiText.word8(text, 8);
    long h = mix(word0 ^ SECRET2, word1 ^ stirred);
    long word2 = AsciiText.word8(text, 16);
    long word3 = AsciiText.word8(text, 24);
    h = mix(word2 ^ SECRET2, word3 ^ h);
    long a = AsciiText.word8(text, length - 16);
    long b = AsciiText.word8(text, length - 8);
    return (word0 | word1 | word2 | word3 | a | b) >= 0
        ? finish(a ^ length, b, h, length)
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
    return finish(a ^ count, b, mix(word0 ^ SECRET2, word1 ^ stirred), count);
  }

  /** 5 to 16 bytes, the first eight in the first word. */
  private long upTo16(long word0, long word1, int count) {
    if (count > Long.BYTES) {
      return small(word0, AsciiText.between(word0, word1, count - Long.BYTES), count);
    }
    if (count == Long.BYTES) {
      return small(word0, word0, count);
    }
    long last = word0 >>> (Byte.SIZE * (count - Integer.BYTES));
    return small(word0 & 0xFFFF_FFFFL, last, count);
  }

  private long encoded(CharSequence text) {
    Utf8Buffer utf8 = Utf8Buffer.encode(text);
    long hash = hash(utf8.bytes, 0, utf8.length);
    utf8.release();
    return hash;
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    if (length <= SMALL_MAX && length >= Integer.BYTES && segment.isNative()) {
      // The first and the last byte are read: so the segment checks the range by itself.
      return from4to16(segment, offset, length);
    }
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    byte[] array = SegmentSource.array(segment);
    return array == null
        ? ofSegment(segment, offset, length)
        : hash(array, (int) (segment.address() + offset), (int) length);
  }

  @Override
  public String toString() {
    return NAME + "(seed=" + seed + ")";
  }

  /* The compiler puts a method into its caller if it has no more than 35 bytes of code, or if at
   * least a fourth of all calls get there, which none does that is for some lengths only. So what
   * is for up to 16 bytes is in small methods, and what is for more in methods of their own, one
   * for each range of lengths of arrays and one for segments: whatever a program hashes, it is one
   * call away, and no other call follows. Words of arrays are read from the outside inwards, as in
   * Xxh3Middle. */

  private long upTo16(byte[] bytes, int at, int length) {
    return length >= Long.BYTES
        ? from8to16(ArraySource.INSTANCE, bytes, at, length)
        : upTo7(bytes, at, length);
  }

  private long upTo7(byte[] bytes, int at, int length) {
    return length >= Integer.BYTES
        ? from4to7(ArraySource.INSTANCE, bytes, at, length)
        : upTo3(bytes, at, length);
  }

  private long upTo3(byte[] bytes, int at, int length) {
    Objects.checkFromIndexSize(at, length, bytes.length);
    return upTo3(ArraySource.INSTANCE, bytes, at, length);
  }

  private long above16(byte[] bytes, int at, int length) {
    return length <= 64 ? upTo64(bytes, at, length) : above64(bytes, at, length);
  }

  private long upTo64(byte[] bytes, int at, int length) {
    return length <= 32 ? from17to32(bytes, at, length) : from33to64(bytes, at, length);
  }

  private long above64(byte[] bytes, int at, int length) {
    return length <= STRIPE ? from65to112(bytes, at, length) : above112(bytes, at, length);
  }

  private long from17to32(byte[] bytes, int at, int length) {
    int end = at + length;
    long first0 = word(bytes, at);
    long first8 = word(bytes, at + 8);
    long last8 = word(bytes, end - 8);
    long last0 = word(bytes, end - 16);
    long h = mix(first0 ^ SECRET2, first8 ^ stirred);
    return finish(last0 ^ length, last8, h, length);
  }

  private long from33to64(byte[] bytes, int at, int length) {
    int end = at + length;
    long first0 = word(bytes, at);
    long first24 = word(bytes, at + 24);
    long last8 = word(bytes, end - 8);
    long last0 = word(bytes, end - 16);
    long h = mix(first0 ^ SECRET2, word(bytes, at + 8) ^ stirred);
    h = mix(word(bytes, at + 16) ^ SECRET2, first24 ^ h);
    if (length > 48) {
      h = step(bytes, at + 32, SECRET1, h);
    }
    return finish(last0 ^ length, last8, h, length);
  }

  private long from65to112(byte[] bytes, int at, int length) {
    int end = at + length;
    long first0 = word(bytes, at);
    long first56 = word(bytes, at + 56);
    long last8 = word(bytes, end - 8);
    long last0 = word(bytes, end - 16);
    long h = mix(first0 ^ SECRET2, word(bytes, at + 8) ^ stirred);
    h = step(bytes, at + 16, SECRET2, h);
    h = step(bytes, at + 32, SECRET1, h);
    h = mix(word(bytes, at + 48) ^ SECRET1, first56 ^ h);
    if (length > 80) {
      h = step(bytes, at + 64, SECRET2, h);
      if (length > 96) {
        h = step(bytes, at + 80, SECRET1, h);
      }
    }
    return finish(last0 ^ length, last8, h, length);
  }

  private long above112(byte[] bytes, int at, int length) {
    Objects.checkFromIndexSize(at, length, bytes.length);
    return longer(ArraySource.INSTANCE, bytes, at, length);
  }

  private long from4to16(MemorySegment segment, long at, long length) {
    return length >= Long.BYTES
        ? from8to16(SegmentSource.INSTANCE, segment, at, length)
        : from4to7(SegmentSource.INSTANCE, segment, at, length);
  }

  private long ofSegment(MemorySegment segment, long at, long length) {
    if (length > SMALL_MAX) {
      return length <= STRIPE
          ? middleOfSegment(segment, at, length)
          : longer(SegmentSource.INSTANCE, segment, at, length);
    }
    return length >= Integer.BYTES
        ? from4to16(segment, at, length)
        : upTo3(SegmentSource.INSTANCE, segment, at, length);
  }

  /** 17 to 112 bytes. */
  private long middleOfSegment(MemorySegment segment, long at, long length) {
    long h = step(segment, at, SECRET2, stirred);
    if (length > 32) {
      h = step(segment, at + 16, SECRET2, h);
      if (length > 48) {
        h = step(segment, at + 32, SECRET1, h);
        if (length > 64) {
          h = step(segment, at + 48, SECRET1, h);
          if (length > 80) {
            h = step(segment, at + 64, SECRET2, h);
            if (length > 96) {
              h = step(segment, at + 80, SECRET1, h);
            }
          }
        }
      }
    }
    long end = at + length;
    return finish(word(segment, end - 16) ^ length, word(segment, end - 8), h, length);
  }

  /** Above 112 bytes. */
  private <T> long longer(ByteSource<T> source, T from, long at, long length) {
    return length <= 2 * STRIPE
        ? twoStripes(source, from, at, length)
        : large(source, from, at, length, stirred);
  }

  /** 113 to 224 bytes. */
  private <T> long twoStripes(ByteSource<T> source, T from, long at, long length) {
    long h = stripe(source, from, at, stirred);
    return rest(source, from, at + STRIPE, length - STRIPE, h);
  }

  /** Two words that overlap unless there are 16 bytes. */
  private <T> long from8to16(ByteSource<T> source, T from, long at, long length) {
    return small(source.int64(from, at), source.int64(from, at + length - 8), length);
  }

  private <T> long from4to7(ByteSource<T> source, T from, long at, long length) {
    return small(source.uint32(from, at), source.uint32(from, at + length - 4), length);
  }

  private <T> long upTo3(ByteSource<T> source, T from, long at, long length) {
    if (length == 0) {
      return finish(0, 0, stirred, 0);
    }
    long ends = (long) source.uint8(from, at) << 45 | source.uint8(from, at + length - 1);
    return finish(ends, source.uint8(from, at + (length >> 1)), stirred, length);
  }

  private long small(long first, long last, long length) {
    return finish(first, last, stirred ^ length, length);
  }

  /** 1 to 112 bytes with at least 16 before their end: what is left of any input above 112. */
  private static <T> long rest(ByteSource<T> source, T from, long at, long length, long seed) {
    long h = seed;
    if (length > 16) {
      h = step(source, from, at, SECRET2, h);
      if (length > 32) {
        h = inner(source, from, at, length, h);
      }
    }
    long a = source.int64(from, at + length - 16) ^ length;
    long b = source.int64(from, at + length - 8);
    return finish(a, b, h, length);
  }

  /** What is between the first 16 bytes and the last, of 33 to 112. */
  private static <T> long inner(ByteSource<T> source, T from, long at, long length, long seed) {
    long h = step(source, from, at + 16, SECRET2, seed);
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
    return h;
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
   * 1 to 112 bytes are left to {@link #rest}. Counted by an int, since loops that count in longs
   * took twice as long on segments in some JVMs.
   */
  private static <T> long large(ByteSource<T> source, T from, long at, long length, long seed) {
    long h0 = seed;
    long h1 = seed;
    long h2 = seed;
    long h3 = seed;
    long h4 = seed;
    long h5 = seed;
    long h6 = seed;
    int stripes = Math.toIntExact((length - 1) / STRIPE);
    for (int i = 0; i < stripes; i++) {
      long next = at + (long) STRIPE * i;
      h0 = step(source, from, next, SECRET0, h0);
      h1 = step(source, from, next + 16, SECRET1, h1);
      h2 = step(source, from, next + 32, SECRET2, h2);
      h3 = step(source, from, next + 48, SECRET3, h3);
      h4 = step(source, from, next + 64, SECRET4, h4);
      h5 = step(source, from, next + 80, SECRET5, h5);
      h6 = step(source, from, next + 96, SECRET6, h6);
    }
    long done = (long) STRIPE * stripes;
    return rest(source, from, at + done, length - done, h0 ^ h1 ^ h2 ^ h3 ^ h4 ^ h5 ^ h6);
  }

  private static long word(byte[] bytes, int at) {
    return ArraySource.word(bytes, at);
  }

  private static long step(byte[] bytes, int at, long secret, long h) {
    return mix(word(bytes, at) ^ secret, word(bytes, at + 8) ^ h);
  }

  private static long word(MemorySegment from, long at) {
    return SegmentSource.INSTANCE.int64(from, at);
  }

  private static long step(MemorySegment from, long at, long secret, long h) {
    return mix(word(from, at) ^ secret, word(from, at + 8) ^ h);
  }

  private static <T> long step(ByteSource<T> source, T from, long at, long secret, long h) {
    return mix(source.int64(from, at) ^ secret, source.int64(from, at + 8) ^ h);
  }

  private static long finish(long a, long b, long seed, long length) {
    return mixTwice(a ^ SECRET1, b ^ seed, length);
  }

  private static long mixTwice(long a, long b, long length) {
    return mix(a * b ^ SECRET7, Math.unsignedMultiplyHigh(a, b) ^ SECRET1 ^ length);
  }

  /** The 128-bit product, its halves folded into one. */
  private static long mix(long a, long b) {
    return a * b ^ Math.unsignedMultiplyHigh(a, b);
  }
}
