package io.vitrine.hashing;

/** XXH3 without a seed, for arrays of 241 to 256 bytes. Stateless, for any thread. */
final class Xxh3ThreeStripes {
  /* These lengths have three stripes and the last one, no more and no less. So there is no loop,
   * and no branch at all: that takes a fifth less than the loops of Xxh3Unseeded. Two accumulators
   * at a time, since eight with their words do not fit into registers. */

  /** The longest array, in bytes. */
  static final int LENGTH_MAX = 256;

  private static final int STRIPE = 64;

  private static final long KEY0 = Xxh3Secret.DEFAULT.words[0];
  private static final long KEY1 = Xxh3Secret.DEFAULT.words[1];
  private static final long KEY2 = Xxh3Secret.DEFAULT.words[2];
  private static final long KEY3 = Xxh3Secret.DEFAULT.words[3];
  private static final long KEY4 = Xxh3Secret.DEFAULT.words[4];
  private static final long KEY5 = Xxh3Secret.DEFAULT.words[5];
  private static final long KEY6 = Xxh3Secret.DEFAULT.words[6];
  private static final long KEY7 = Xxh3Secret.DEFAULT.words[7];
  private static final long KEY8 = Xxh3Secret.DEFAULT.words[8];
  private static final long KEY9 = Xxh3Secret.DEFAULT.words[9];

  private Xxh3ThreeStripes() {}

  static long hash(byte[] bytes, int at, int length) {
    int last = at + length - STRIPE;
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + sums0(bytes, at, last)
            + sums2(bytes, at, last)
            + sums4(bytes, at, last)
            + sums6(bytes, at, last));
  }

  /* Two accumulators each, folded into one. */

  private static long sums0(byte[] bytes, int at, int last) {
    long low0 = word(bytes, at);
    long high0 = word(bytes, at + 8);
    long low1 = word(bytes, at + 64);
    long high1 = word(bytes, at + 72);
    long low2 = word(bytes, at + 128);
    long high2 = word(bytes, at + 136);
    long low = word(bytes, last);
    long high = word(bytes, last + 8);
    long acc0 =
        Xxh3Mix.PRIME32_3
            + high0
            + halves(low0 ^ KEY0)
            + high1
            + halves(low1 ^ KEY1)
            + high2
            + halves(low2 ^ KEY2)
            + high
            + halves(low ^ Xxh3Unseeded.LAST0);
    long acc1 =
        Xxh3Mix.PRIME64_1
            + low0
            + halves(high0 ^ KEY1)
            + low1
            + halves(high1 ^ KEY2)
            + low2
            + halves(high2 ^ KEY3)
            + low
            + halves(high ^ Xxh3Unseeded.LAST1);
    return Xxh3Mix.fold(acc0 ^ Xxh3Unseeded.FOLD0, acc1 ^ Xxh3Unseeded.FOLD1);
  }

  private static long sums2(byte[] bytes, int at, int last) {
    long low0 = word(bytes, at + 16);
    long high0 = word(bytes, at + 24);
    long low1 = word(bytes, at + 80);
    long high1 = word(bytes, at + 88);
    long low2 = word(bytes, at + 144);
    long high2 = word(bytes, at + 152);
    long low = word(bytes, last + 16);
    long high = word(bytes, last + 24);
    long acc2 =
        Xxh3Mix.PRIME64_2
            + high0
            + halves(low0 ^ KEY2)
            + high1
            + halves(low1 ^ KEY3)
            + high2
            + halves(low2 ^ KEY4)
            + high
            + halves(low ^ Xxh3Unseeded.LAST2);
    long acc3 =
        Xxh3Mix.PRIME64_3
            + low0
            + halves(high0 ^ KEY3)
            + low1
            + halves(high1 ^ KEY4)
            + low2
            + halves(high2 ^ KEY5)
            + low
            + halves(high ^ Xxh3Unseeded.LAST3);
    return Xxh3Mix.fold(acc2 ^ Xxh3Unseeded.FOLD2, acc3 ^ Xxh3Unseeded.FOLD3);
  }

  private static long sums4(byte[] bytes, int at, int last) {
    long low0 = word(bytes, at + 32);
    long high0 = word(bytes, at + 40);
    long low1 = word(bytes, at + 96);
    long high1 = word(bytes, at + 104);
    long low2 = word(bytes, at + 160);
    long high2 = word(bytes, at + 168);
    long low = word(bytes, last + 32);
    long high = word(bytes, last + 40);
    long acc4 =
        Xxh3Mix.PRIME64_4
            + high0
            + halves(low0 ^ KEY4)
            + high1
            + halves(low1 ^ KEY5)
            + high2
            + halves(low2 ^ KEY6)
            + high
            + halves(low ^ Xxh3Unseeded.LAST4);
    long acc5 =
        Xxh3Mix.PRIME32_2
            + low0
            + halves(high0 ^ KEY5)
            + low1
            + halves(high1 ^ KEY6)
            + low2
            + halves(high2 ^ KEY7)
            + low
            + halves(high ^ Xxh3Unseeded.LAST5);
    return Xxh3Mix.fold(acc4 ^ Xxh3Unseeded.FOLD4, acc5 ^ Xxh3Unseeded.FOLD5);
  }

  private static long sums6(byte[] bytes, int at, int last) {
    long low0 = word(bytes, at + 48);
    long high0 = word(bytes, at + 56);
    long low1 = word(bytes, at + 112);
    long high1 = word(bytes, at + 120);
    long low2 = word(bytes, at + 176);
    long high2 = word(bytes, at + 184);
    long low = word(bytes, last + 48);
    long high = word(bytes, last + 56);
    long acc6 =
        Xxh3Mix.PRIME64_5
            + high0
            + halves(low0 ^ KEY6)
            + high1
            + halves(low1 ^ KEY7)
            + high2
            + halves(low2 ^ KEY8)
            + high
            + halves(low ^ Xxh3Unseeded.LAST6);
    long acc7 =
        Xxh3Mix.PRIME32_1
            + low0
            + halves(high0 ^ KEY7)
            + low1
            + halves(high1 ^ KEY8)
            + low2
            + halves(high2 ^ KEY9)
            + low
            + halves(high ^ Xxh3Unseeded.LAST7);
    return Xxh3Mix.fold(acc6 ^ Xxh3Unseeded.FOLD6, acc7 ^ Xxh3Unseeded.FOLD7);
  }

  private static long word(byte[] bytes, int at) {
    return ArraySource.word(bytes, at);
  }

  private static long halves(long mixed) {
    return Xxh3Unseeded.halves(mixed);
  }
}
