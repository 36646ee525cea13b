package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * XXH3 for input of more than 16 bytes: that of up to 240 is here, and the way to what is longer.
 * Immutable, for any thread.
 */
final class Xxh3Middle {
  /* Whatever the length, a caller should come here by one call and no other one follow, and what
   * is for short input should not be compiled into callers together with what is for long input:
   * these become "already compiled into a big method" then, are called themselves, and short
   * input pays for two calls more than it has multiplications.
   *
   * So arrays have a method for each range of lengths, and each has its words at hand: a method
   * for all ranges began with reading secret words for all of them, 0.7 ns of 5. Words are read
   * from the outside inwards. The compiler checks the bounds of the outermost then, and knows
   * those between them: a check for each end is what is left of 16 for 64 bytes.
   *
   * Segments have one method, which is above 325 bytes of code, the most that is compiled into a
   * caller. A read of a segment is ten times the code of one of an array: so there are no more of
   * them than it takes, since from about 40 on the compiler leaves them as calls. */

  /** Longest input that has every word of the secret for itself. */
  private static final int LOWER_MAX = 128;

  /** Longest input that is not summed in stripes. */
  static final int UPPER_MAX = 240;

  /** Where the secret is read from the second time. */
  private static final int SECOND_SECRET = 3;

  private static final int LAST_SECRET = 136 - 17;

  private static final int SECOND_WORDS = (UPPER_MAX - LOWER_MAX) / Long.BYTES;

  /* Words of the seeded secret by their offset. As fields they are read where they are mixed in:
   * there is no seed to add any more, and there are no bounds to check. */
  private final long key0;
  private final long key8;
  private final long key16;
  private final long key24;
  private final long key32;
  private final long key40;
  private final long key48;
  private final long key56;
  private final long key64;
  private final long key72;
  private final long key80;
  private final long key88;
  private final long key96;
  private final long key104;
  private final long key112;
  private final long key120;

  /** What the words from 128 bytes on are mixed with, but the last two. */
  private final long[] second = new long[SECOND_WORDS];

  private final long lastKey0;
  private final long lastKey8;

  private final Xxh3Secret secret;
  private final boolean seeded;

  /**
   * For a seed.
   *
   * @param secret the secret with the seed in it
   */
  Xxh3Middle(Xxh3Secret secret, long seed) {
    this.secret = secret;
    this.seeded = seed != 0;
    long[] words = secret.words;
    this.key0 = words[0];
    this.key8 = words[1];
    this.key16 = words[2];
    this.key24 = words[3];
    this.key32 = words[4];
    this.key40 = words[5];
    this.key48 = words[6];
    this.key56 = words[7];
    this.key64 = words[8];
    this.key72 = words[9];
    this.key80 = words[10];
    this.key88 = words[11];
    this.key96 = words[12];
    this.key104 = words[13];
    this.key112 = words[14];
    this.key120 = words[15];
    for (int i = 0; i < second.length; i++) {
      long word = Xxh3Secret.DEFAULT.at(SECOND_SECRET + i * Long.BYTES);
      second[i] = i % 2 == 0 ? word + seed : word - seed;
    }
    this.lastKey0 = Xxh3Secret.DEFAULT.at(LAST_SECRET) + seed;
    this.lastKey8 = Xxh3Secret.DEFAULT.at(LAST_SECRET + Long.BYTES) - seed;
  }

  /** Of 17 to 32 bytes, given as words. */
  long hash(long word0, long word1, long word2, long word3, long length) {
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + Xxh3Mix.fold(word0 ^ key0, word1 ^ key8)
            + Xxh3Mix.fold(word2 ^ key16, word3 ^ key24));
  }

  /** Of 33 to 48 bytes, given as the first four words and the last two. */
  long hash(long word0, long word1, long word2, long word3, long a, long b, int length) {
    int beyond = length - 32;
    boolean isNear = beyond <= Long.BYTES;
    int shift = isNear ? beyond : beyond - Long.BYTES;
    long last0 = AsciiText.between(isNear ? word0 : word1, isNear ? word1 : word2, shift);
    long last8 = AsciiText.between(isNear ? word1 : word2, isNear ? word2 : word3, shift);
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + Xxh3Mix.fold(word0 ^ key0, word1 ^ key8)
            + Xxh3Mix.fold(a ^ key16, b ^ key24)
            + Xxh3Mix.fold(word2 ^ key32, word3 ^ key40)
            + Xxh3Mix.fold(last0 ^ key48, last8 ^ key56));
  }

  /** 17 to 32 bytes of an array. */
  long upTo32(byte[] bytes, int at, int length) {
    int end = at + length;
    long first0 = word(bytes, at);
    long first8 = word(bytes, at + 8);
    long last8 = word(bytes, end - 8);
    long last0 = word(bytes, end - 16);
    return hash(first0, first8, last0, last8, length);
  }

  /** 33 to 64 bytes of an array: sixteen at a time from both ends inwards. */
  long upTo64(byte[] bytes, int at, int length) {
    int end = at + length;
    long first0 = word(bytes, at);
    long first24 = word(bytes, at + 24);
    long last24 = word(bytes, end - 8);
    long last0 = word(bytes, end - 32);
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + Xxh3Mix.fold(first0 ^ key0, word(bytes, at + 8) ^ key8)
            + Xxh3Mix.fold(word(bytes, end - 16) ^ key16, last24 ^ key24)
            + Xxh3Mix.fold(word(bytes, at + 16) ^ key32, first24 ^ key40)
            + Xxh3Mix.fold(last0 ^ key48, word(bytes, end - 24) ^ key56));
  }

  /** 65 bytes of an array and more. */
  long above64(byte[] bytes, int at, int length) {
    if (length > LOWER_MAX) {
      return length <= UPPER_MAX ? upTo240(bytes, at, length) : above240(bytes, at, length);
    }
    int end = at + length;
    long h = length * Xxh3Mix.PRIME64_1;
    if (length > 96) {
      h += step(bytes, at + 48, key96, key104);
      h += step(bytes, end - 64, key112, key120);
    }
    long first0 = word(bytes, at);
    long first40 = word(bytes, at + 40);
    long last40 = word(bytes, end - 8);
    long last0 = word(bytes, end - 48);
    h += Xxh3Mix.fold(first0 ^ key0, word(bytes, at + 8) ^ key8);
    h += Xxh3Mix.fold(word(bytes, end - 16) ^ key16, last40 ^ key24);
    h += step(bytes, at + 16, key32, key40);
    h += step(bytes, end - 32, key48, key56);
    h += Xxh3Mix.fold(word(bytes, at + 32) ^ key64, first40 ^ key72);
    h += Xxh3Mix.fold(last0 ^ key80, word(bytes, end - 40) ^ key88);
    return Xxh3Mix.avalanche(h);
  }

  /** 129 to 240 bytes: the secret is read a second time, three bytes on. */
  private long upTo240(byte[] bytes, int at, int length) {
    long first0 = word(bytes, at);
    long last120 = word(bytes, at + 120);
    long h =
        length * Xxh3Mix.PRIME64_1
            + Xxh3Mix.fold(first0 ^ key0, word(bytes, at + 8) ^ key8)
            + step(bytes, at + 16, key16, key24)
            + step(bytes, at + 32, key32, key40)
            + step(bytes, at + 48, key48, key56)
            + step(bytes, at + 64, key64, key72)
            + step(bytes, at + 80, key80, key88)
            + step(bytes, at + 96, key96, key104)
            + Xxh3Mix.fold(word(bytes, at + 112) ^ key112, last120 ^ key120);
    h = Xxh3Mix.avalanche(h);
    int pieces = (length - LOWER_MAX) / 16;
    for (int i = 0; i < pieces; i++) {
      h += step(bytes, at + LOWER_MAX + 16 * i, second[2 * i], second[2 * i + 1]);
    }
    return Xxh3Mix.avalanche(h + step(bytes, at + length - 16, lastKey0, lastKey8));
  }

  private long above240(byte[] bytes, int at, int length) {
    Objects.checkFromIndexSize(at, length, bytes.length);
    return seeded
        ? Xxh3Large.hash(ArraySource.INSTANCE, bytes, at, length, secret)
        : Xxh3Unseeded.hash(bytes, at, length);
  }

  /** 17 bytes of a segment and more. */
  long ofSegment(MemorySegment from, long at, long length) {
    if (length > LOWER_MAX) {
      return length <= UPPER_MAX ? upTo240(from, at, length) : above240(from, at, length);
    }
    long end = at + length;
    long h = length * Xxh3Mix.PRIME64_1;
    h += Xxh3Mix.fold(word(from, at) ^ key0, word(from, at + 8) ^ key8);
    h += Xxh3Mix.fold(word(from, end - 16) ^ key16, word(from, end - 8) ^ key24);
    if (length > 32) {
      h += Xxh3Mix.fold(word(from, at + 16) ^ key32, word(from, at + 24) ^ key40);
      h += Xxh3Mix.fold(word(from, end - 32) ^ key48, word(from, end - 24) ^ key56);
      if (length > 64) {
        h += Xxh3Mix.fold(word(from, at + 32) ^ key64, word(from, at + 40) ^ key72);
        h += Xxh3Mix.fold(word(from, end - 48) ^ key80, word(from, end - 40) ^ key88);
        if (length > 96) {
          h += Xxh3Mix.fold(word(from, at + 48) ^ key96, word(from, at + 56) ^ key104);
          h += Xxh3Mix.fold(word(from, end - 64) ^ key112, word(from, end - 56) ^ key120);
        }
      }
    }
    return Xxh3Mix.avalanche(h);
  }

  private long upTo240(MemorySegment from, long at, long length) {
    long h = length * Xxh3Mix.PRIME64_1;
    h += step(from, at, key0, key8);
    h += step(from, at + 16, key16, key24);
    h += step(from, at + 32, key32, key40);
    h += step(from, at + 48, key48, key56);
    h += step(from, at + 64, key64, key72);
    h += step(from, at + 80, key80, key88);
    h += step(from, at + 96, key96, key104);
    h += step(from, at + 112, key112, key120);
    h = Xxh3Mix.avalanche(h);
    int pieces = (int) (length - LOWER_MAX) / 16;
    for (int i = 0; i < pieces; i++) {
      h += step(from, at + LOWER_MAX + 16L * i, second[2 * i], second[2 * i + 1]);
    }
    return Xxh3Mix.avalanche(h + step(from, at + length - 16, lastKey0, lastKey8));
  }

  /**
   * Each stripe adds to eight sums, and the checks of segments leave too few registers for them: so
   * it is faster to copy, while there is room, unless there are few stripes.
   */
  private long above240(MemorySegment from, long at, long length) {
    if (!seeded && length <= Xxh3UnseededSegment.LENGTH_MAX) {
      return Xxh3UnseededSegment.hash(from, at, (int) length);
    }
    if (length > Utf8Buffer.ROOM) {
      return Xxh3Large.hash(SegmentSource.INSTANCE, from, at, length, secret);
    }
    Utf8Buffer copy = Utf8Buffer.lend();
    MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, copy.bytes, 0, (int) length);
    long hash = above240(copy.bytes, 0, (int) length);
    copy.release();
    return hash;
  }

  private static long word(byte[] bytes, int at) {
    return ArraySource.word(bytes, at);
  }

  private static long word(MemorySegment from, long at) {
    return SegmentSource.INSTANCE.int64(from, at);
  }

  private static long step(byte[] bytes, int at, long low, long high) {
    return Xxh3Mix.fold(word(bytes, at) ^ low, word(bytes, at + 8) ^ high);
  }

  private static long step(MemorySegment from, long at, long low, long high) {
    return Xxh3Mix.fold(word(from, at) ^ low, word(from, at + 8) ^ high);
  }
}
