package io.vitrine.hashing;

/** XXH3 for input above 240 bytes. Stateless, for any thread. */
final class Xxh3Large {
  private static final int STRIPE = 64;
  private static final int STRIPES = 16; // of a block, until the secret is used up
  private static final int BLOCK = STRIPES * STRIPE;
  private static final int SCRAMBLE_SECRET = (Xxh3Secret.LENGTH - STRIPE) / Long.BYTES;
  private static final int LAST_STRIPE_SECRET = Xxh3Secret.LENGTH - STRIPE - 7;
  private static final int MERGE_SECRET = 11;

  private Xxh3Large() {}

  /* Eight accumulators over stripes of 64 bytes, scrambled when the secret is used up, every 16
   * stripes. They are local variables, for an array of them would be allocated. The last stripe
   * ends where the input does, and may overlap the one before.
   *
   * The loop over stripes is there twice, for whole blocks and for the rest, since the compiler
   * lays out a single one, left in the middle, much worse: it takes twice as long. So it did in
   * some JVMs when blocks were counted by a long. */
  static <T> long hash(ByteSource<T> source, T from, long start, long length, Xxh3Secret secret) {
    long[] key = secret.words;
    long acc0 = Xxh3Mix.PRIME32_3;
    long acc1 = Xxh3Mix.PRIME64_1;
    long acc2 = Xxh3Mix.PRIME64_2;
    long acc3 = Xxh3Mix.PRIME64_3;
    long acc4 = Xxh3Mix.PRIME64_4;
    long acc5 = Xxh3Mix.PRIME32_2;
    long acc6 = Xxh3Mix.PRIME64_5;
    long acc7 = Xxh3Mix.PRIME32_1;
    int blocks = Math.toIntExact((length - 1) / BLOCK);
    for (int block = 0; block < blocks; block++) {
      long next = start + (long) BLOCK * block;
      for (int i = 0; i < STRIPES; i++) {
        acc0 += lane(source, from, next, i, 0, 8, key[i]);
        acc1 += lane(source, from, next, i, 8, 0, key[i + 1]);
        acc2 += lane(source, from, next, i, 16, 24, key[i + 2]);
        acc3 += lane(source, from, next, i, 24, 16, key[i + 3]);
        acc4 += lane(source, from, next, i, 32, 40, key[i + 4]);
        acc5 += lane(source, from, next, i, 40, 32, key[i + 5]);
        acc6 += lane(source, from, next, i, 48, 56, key[i + 6]);
        acc7 += lane(source, from, next, i, 56, 48, key[i + 7]);
      }
      acc0 = scramble(acc0, key[SCRAMBLE_SECRET]);
      acc1 = scramble(acc1, key[SCRAMBLE_SECRET + 1]);
      acc2 = scramble(acc2, key[SCRAMBLE_SECRET + 2]);
      acc3 = scramble(acc3, key[SCRAMBLE_SECRET + 3]);
      acc4 = scramble(acc4, key[SCRAMBLE_SECRET + 4]);
      acc5 = scramble(acc5, key[SCRAMBLE_SECRET + 5]);
      acc6 = scramble(acc6, key[SCRAMBLE_SECRET + 6]);
      acc7 = scramble(acc7, key[SCRAMBLE_SECRET + 7]);
    }
    long next = start + (long) BLOCK * blocks;
    int stripes = (int) ((length - 1) % BLOCK / STRIPE);
    for (int i = 0; i < stripes; i++) {
      acc0 += lane(source, from, next, i, 0, 8, key[i]);
      acc1 += lane(source, from, next, i, 8, 0, key[i + 1]);
      acc2 += lane(source, from, next, i, 16, 24, key[i + 2]);
      acc3 += lane(source, from, next, i, 24, 16, key[i + 3]);
      acc4 += lane(source, from, next, i, 32, 40, key[i + 4]);
      acc5 += lane(source, from, next, i, 40, 32, key[i + 5]);
      acc6 += lane(source, from, next, i, 48, 56, key[i + 6]);
      acc7 += lane(source, from, next, i, 56, 48, key[i + 7]);
    }
    long last = start + length - STRIPE;
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + merge(source, from, last, secret, 0, acc0, acc1)
            + merge(source, from, last, secret, 16, acc2, acc3)
            + merge(source, from, last, secret, 32, acc4, acc5)
            + merge(source, from, last, secret, 48, acc6, acc7));
  }

  /** What a stripe adds to one accumulator: its own word, mixed, and that of its neighbour. */
  private static <T> long lane(
      ByteSource<T> source, T from, long base, int line, int own, int other, long key) {
    return source.int64(from, base, line, other)
        + halves(source.int64(from, base, line, own) ^ key);
  }

  /** Adds two words of the last stripe to their accumulators and folds these into one. */
  private static <T> long merge(
      ByteSource<T> source, T from, long last, Xxh3Secret secret, int lane, long acc0, long acc1) {
    long word0 = source.int64(from, last + lane);
    long word1 = source.int64(from, last + lane + 8);
    long sum0 = acc0 + word1 + halves(word0 ^ secret.at(LAST_STRIPE_SECRET + lane));
    long sum1 = acc1 + word0 + halves(word1 ^ secret.at(LAST_STRIPE_SECRET + lane + 8));
    return Xxh3Mix.fold(
        sum0 ^ secret.at(MERGE_SECRET + lane), sum1 ^ secret.at(MERGE_SECRET + lane + 8));
  }

  static long scramble(long acc, long key) {
    return (acc ^ acc >>> 47 ^ key) * Xxh3Mix.PRIME32_1;
  }

  /** Product of the lower and the upper 32 bits. */
  private static long halves(long mixed) {
    return (mixed & 0xFFFF_FFFFL) * (mixed >>> 32);
  }
}
