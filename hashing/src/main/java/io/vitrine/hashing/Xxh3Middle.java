package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;

/** XXH3 for input of 17 to 240 bytes. Immutable, for any thread. */
final class Xxh3Middle {
  /* In ofArray and ofSegment it is known what is read from, so that each becomes a piece of code
   * of its own without any choice left in it; upper leaves that to whoever compiles it. */

  /** Longest input of {@link #ofArray} and {@link #ofSegment}. */
  static final int LOWER_MAX = 128;

  /** Longest input of {@link #upper}. */
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

  Xxh3Middle(Xxh3Secret seeded, long seed) {
    long[] words = seeded.words;
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

  /** 17 to 128 bytes: sixteen at a time from both ends inwards. */
  long ofArray(byte[] bytes, long at, long length) {
    ByteSource<byte[]> source = ArraySource.INSTANCE;
    long h =
        length * Xxh3Mix.PRIME64_1
            + step(source, bytes, at, key0, key8)
            + step(source, bytes, at + length - 16, key16, key24);
    return Xxh3Mix.avalanche(length <= 32 ? h : inner(source, bytes, at, length, h));
  }

  /** The same of a segment. */
  long ofSegment(MemorySegment segment, long at, long length) {
    ByteSource<MemorySegment> source = SegmentSource.INSTANCE;
    long h =
        length * Xxh3Mix.PRIME64_1
            + step(source, segment, at, key0, key8)
            + step(source, segment, at + length - 16, key16, key24);
    return Xxh3Mix.avalanche(length <= 32 ? h : inner(source, segment, at, length, h));
  }

  /** Adds what is between the first 16 of 33 to 128 bytes and the last. */
  private <T> long inner(ByteSource<T> source, T from, long at, long length, long outer) {
    long end = at + length;
    long h = outer;
    if (length > 64) {
      if (length > 96) {
        h += step(source, from, at + 48, key96, key104);
        h += step(source, from, end - 64, key112, key120);
      }
      h += step(source, from, at + 32, key64, key72);
      h += step(source, from, end - 48, key80, key88);
    }
    h += step(source, from, at + 16, key32, key40);
    return h + step(source, from, end - 32, key48, key56);
  }

  /** 129 to 240 bytes of an array. */
  long upperOfArray(byte[] bytes, long at, long length) {
    return upper(ArraySource.INSTANCE, bytes, at, length);
  }

  /** 129 to 240 bytes: the secret is read a second time, three bytes on. */
  <T> long upper(ByteSource<T> source, T from, long at, long length) {
    long h = length * Xxh3Mix.PRIME64_1;
    h += step(source, from, at, key0, key8);
    h += step(source, from, at + 16, key16, key24);
    h += step(source, from, at + 32, key32, key40);
    h += step(source, from, at + 48, key48, key56);
    h += step(source, from, at + 64, key64, key72);
    h += step(source, from, at + 80, key80, key88);
    h += step(source, from, at + 96, key96, key104);
    h += step(source, from, at + 112, key112, key120);
    h = Xxh3Mix.avalanche(h);
    int pieces = (int) (length - LOWER_MAX) / 16;
    for (int i = 0; i < pieces; i++) {
      h += step(source, from, at + LOWER_MAX + 16L * i, second[2 * i], second[2 * i + 1]);
    }
    return Xxh3Mix.avalanche(h + step(source, from, at + length - 16, lastKey0, lastKey8));
  }

  private static <T> long step(ByteSource<T> source, T from, long at, long low, long high) {
    return Xxh3Mix.fold(source.int64(from, at) ^ low, source.int64(from, at + 8) ^ high);
  }
}
