package io.vitrine.hashing;

/** XXH3 for input above 240 bytes. Stateless, for any thread. */
final class Xxh3Large {
  /* The algorithm keeps eight accumulators over stripes of 64 bytes, and scrambles them after every
   * 16 stripes. Accumulators 2i and 2i+1 see only words 2i and 2i+1 of a stripe and each other, and
   * are folded together in the end: so each pair is a hash of its own, and the result is the sum of
   * four. */

  private static final int STRIPE = 64;
  private static final int STRIPES_PER_BLOCK = 16;
  private static final int SCRAMBLE_SECRET = Xxh3Secret.LENGTH - STRIPE;
  private static final int LAST_STRIPE_SECRET = Xxh3Secret.LENGTH - STRIPE - 7;
  private static final int MERGE_SECRET = 11;

  private Xxh3Large() {}

  static <T> long hash(ByteSource<T> source, T from, long at, long length) {
    long h = length * Xxh3Mix.PRIME64_1;
    h += pair(source, from, at, length, 0, Xxh3Mix.PRIME32_3, Xxh3Mix.PRIME64_1);
    h += pair(source, from, at, length, 16, Xxh3Mix.PRIME64_2, Xxh3Mix.PRIME64_3);
    h += pair(source, from, at, length, 32, Xxh3Mix.PRIME64_4, Xxh3Mix.PRIME32_2);
    h += pair(source, from, at, length, 48, Xxh3Mix.PRIME64_5, Xxh3Mix.PRIME32_1);
    return Xxh3Mix.avalanche(h);
  }

  /** One pair of accumulators over the whole input; {@code lane} is its offset in a stripe. */
  private static <T> long pair(
      ByteSource<T> source, T from, long at, long length, int lane, long init0, long init1) {
    long acc0 = init0;
    long acc1 = init1;
    long next = at + lane;
    long stripes = (length - 1) / STRIPE;
    while (stripes > 0) {
      int count = (int) Math.min(stripes, STRIPES_PER_BLOCK);
      for (int i = 0; i < count; i++) {
        long word0 = source.int64(from, next);
        long word1 = source.int64(from, next + 8);
        acc0 += word1 + halves(word0 ^ Xxh3Secret.at(lane + i * 8));
        acc1 += word0 + halves(word1 ^ Xxh3Secret.at(lane + i * 8 + 8));
        next += STRIPE;
      }
      if (count == STRIPES_PER_BLOCK) {
        acc0 = scramble(acc0, lane);
        acc1 = scramble(acc1, lane + 8);
      }
      stripes -= count;
    }
    long last = at + length - STRIPE + lane;
    long word0 = source.int64(from, last);
    long word1 = source.int64(from, last + 8);
    acc0 += word1 + halves(word0 ^ Xxh3Secret.at(LAST_STRIPE_SECRET + lane));
    acc1 += word0 + halves(word1 ^ Xxh3Secret.at(LAST_STRIPE_SECRET + lane + 8));
    return Xxh3Mix.fold(
        acc0 ^ Xxh3Secret.at(MERGE_SECRET + lane), acc1 ^ Xxh3Secret.at(MERGE_SECRET + lane + 8));
  }

  private static long scramble(long acc, int lane) {
    return (acc ^ acc >>> 47 ^ Xxh3Secret.at(SCRAMBLE_SECRET + lane)) * Xxh3Mix.PRIME32_1;
  }

  /** Product of the lower and the upper 32 bits. */
  private static long halves(long word) {
    return (word & 0xFFFF_FFFFL) * (word >>> 32);
  }
}
