package io.vitrine.hashing;

/** XXH3 for input above 240 bytes. Stateless, for any thread. */
final class Xxh3Large {
  private static final int STRIPE = 64;
  private static final int STRIPE_SECRET_STEP = 8;
  private static final int SCRAMBLE_SECRET = Xxh3Secret.LENGTH - STRIPE;
  private static final int LAST_STRIPE_SECRET = Xxh3Secret.LENGTH - STRIPE - 7;
  private static final int MERGE_SECRET = 11;

  private Xxh3Large() {}

  /* The key is the secret, with a seed in it if there is one. Eight accumulators over stripes of 64 bytes, scrambled when the secret is used up, every 16
   * stripes. They are local variables, for an array of them would be allocated. The last stripe
   * ends where the input does, and may overlap the one before. */
  static <T> long hash(ByteSource<T> source, T from, long at, long length, byte[] key) {
    long acc0 = Xxh3Mix.PRIME32_3;
    long acc1 = Xxh3Mix.PRIME64_1;
    long acc2 = Xxh3Mix.PRIME64_2;
    long acc3 = Xxh3Mix.PRIME64_3;
    long acc4 = Xxh3Mix.PRIME64_4;
    long acc5 = Xxh3Mix.PRIME32_2;
    long acc6 = Xxh3Mix.PRIME64_5;
    long acc7 = Xxh3Mix.PRIME32_1;
    long last = at + length - STRIPE;
    int secret = 0;
    for (long next = at; next < last; next += STRIPE) {
      long word0 = source.int64(from, next);
      long word1 = source.int64(from, next + 8);
      long word2 = source.int64(from, next + 16);
      long word3 = source.int64(from, next + 24);
      long word4 = source.int64(from, next + 32);
      long word5 = source.int64(from, next + 40);
      long word6 = source.int64(from, next + 48);
      long word7 = source.int64(from, next + 56);
      acc0 += word1 + halves(word0, key, secret);
      acc1 += word0 + halves(word1, key, secret + 8);
      acc2 += word3 + halves(word2, key, secret + 16);
      acc3 += word2 + halves(word3, key, secret + 24);
      acc4 += word5 + halves(word4, key, secret + 32);
      acc5 += word4 + halves(word5, key, secret + 40);
      acc6 += word7 + halves(word6, key, secret + 48);
      acc7 += word6 + halves(word7, key, secret + 56);
      secret += STRIPE_SECRET_STEP;
      if (secret == SCRAMBLE_SECRET) {
        acc0 = scramble(acc0, key, 0);
        acc1 = scramble(acc1, key, 8);
        acc2 = scramble(acc2, key, 16);
        acc3 = scramble(acc3, key, 24);
        acc4 = scramble(acc4, key, 32);
        acc5 = scramble(acc5, key, 40);
        acc6 = scramble(acc6, key, 48);
        acc7 = scramble(acc7, key, 56);
        secret = 0;
      }
    }
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + merge(source, from, last, key, 0, acc0, acc1)
            + merge(source, from, last, key, 16, acc2, acc3)
            + merge(source, from, last, key, 32, acc4, acc5)
            + merge(source, from, last, key, 48, acc6, acc7));
  }

  /** Adds two words of the last stripe to their accumulators and folds these into one. */
  private static <T> long merge(
      ByteSource<T> source, T from, long last, byte[] key, int lane, long acc0, long acc1) {
    long word0 = source.int64(from, last + lane);
    long word1 = source.int64(from, last + lane + 8);
    long sum0 = acc0 + word1 + halves(word0, key, LAST_STRIPE_SECRET + lane);
    long sum1 = acc1 + word0 + halves(word1, key, LAST_STRIPE_SECRET + lane + 8);
    return Xxh3Mix.fold(
        sum0 ^ Xxh3Secret.at(key, MERGE_SECRET + lane), sum1 ^ Xxh3Secret.at(key, MERGE_SECRET + lane + 8));
  }

  private static long scramble(long acc, byte[] key, int lane) {
    return (acc ^ acc >>> 47 ^ Xxh3Secret.at(key, SCRAMBLE_SECRET + lane)) * Xxh3Mix.PRIME32_1;
  }

  /** Product of the lower and the upper 32 bits, after the secret has been mixed in. */
  private static long halves(long word, byte[] key, int secret) {
    long mixed = word ^ Xxh3Secret.at(key, secret);
    return (mixed & 0xFFFF_FFFFL) * (mixed >>> 32);
  }
}
