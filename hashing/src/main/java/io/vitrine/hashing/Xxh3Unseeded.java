package io.vitrine.hashing;

import java.util.Objects;

/** XXH3 without a seed, for arrays of more than 240 bytes. Stateless, for any thread. */
final class Xxh3Unseeded {
  /* The same as Xxh3Large, laid out so that the compiler makes more of it. That the secret is a
   * constant, and that no loop can go on for longer than a block, spares it all checks of what is
   * read of the secret, of which there were as many as of the input before each loop. What is left
   * of a block goes through one loop for each two accumulators, which find room in registers;
   * eight of them do not. Whole blocks are summed up by vectors, see Xxh3Sums, and so is the first
   * half of a single one, or three quarters: 1,024 bytes take a fifth less so. */

  /** Length of a block in bytes. */
  private static final int BLOCK = 1024;

  private static final int BLOCK_BITS = 10;
  private static final int STRIPE = 64;
  private static final int STRIPE_BITS = 6;
  private static final int STRIPES = BLOCK / STRIPE;
  private static final int MASK = STRIPES - 1;
  private static final int HALF = STRIPES / 2;
  private static final int THREE_QUARTERS = STRIPES / 4 * 3;

  /** The longest input of which nothing is summed up by vectors, since they would gain nothing. */
  private static final int VECTORS_MIN = BLOCK / 2 + 2 * STRIPE;

  private static final long[] KEY = Xxh3Secret.DEFAULT.words;

  /* Words of the secret that the last stripe is mixed with. */
  static final long LAST0 = Xxh3Secret.DEFAULT.at(121);
  static final long LAST1 = Xxh3Secret.DEFAULT.at(129);
  static final long LAST2 = Xxh3Secret.DEFAULT.at(137);
  static final long LAST3 = Xxh3Secret.DEFAULT.at(145);
  static final long LAST4 = Xxh3Secret.DEFAULT.at(153);
  static final long LAST5 = Xxh3Secret.DEFAULT.at(161);
  static final long LAST6 = Xxh3Secret.DEFAULT.at(169);
  static final long LAST7 = Xxh3Secret.DEFAULT.at(177);

  /* And those that the accumulators are mixed with when they are folded. */
  static final long FOLD0 = Xxh3Secret.DEFAULT.at(11);
  static final long FOLD1 = Xxh3Secret.DEFAULT.at(19);
  static final long FOLD2 = Xxh3Secret.DEFAULT.at(27);
  static final long FOLD3 = Xxh3Secret.DEFAULT.at(35);
  static final long FOLD4 = Xxh3Secret.DEFAULT.at(43);
  static final long FOLD5 = Xxh3Secret.DEFAULT.at(51);
  static final long FOLD6 = Xxh3Secret.DEFAULT.at(59);
  static final long FOLD7 = Xxh3Secret.DEFAULT.at(67);

  private Xxh3Unseeded() {}

  static long hash(byte[] bytes, int start, int length) {
    if (length > Xxh3ThreeStripes.LENGTH_MAX) {
      return length <= BLOCK ? upToBlock(bytes, start, length) : blocks(bytes, start, length);
    }
    return Xxh3ThreeStripes.hash(bytes, start, length);
  }

  private static long upToBlock(byte[] bytes, int start, int length) {
    return length <= VECTORS_MIN ? part(bytes, start, length) : half(bytes, start, length);
  }

  /** 257 bytes and more, up to where vectors are faster; or up to 1,024 where no array is left. */
  private static long part(byte[] bytes, int at, int length) {
    int stripes = (length - 1) >> STRIPE_BITS;
    int last = at + length - STRIPE;
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + end0(bytes, at, 0, stripes, last, Xxh3Mix.PRIME32_3, Xxh3Mix.PRIME64_1)
            + end2(bytes, at, 0, stripes, last, Xxh3Mix.PRIME64_2, Xxh3Mix.PRIME64_3)
            + end4(bytes, at, 0, stripes, last, Xxh3Mix.PRIME64_4, Xxh3Mix.PRIME32_2)
            + end6(bytes, at, 0, stripes, last, Xxh3Mix.PRIME64_5, Xxh3Mix.PRIME32_1));
  }

  /** Up to 1,024 bytes, the first half or three quarters of them by vectors. */
  private static long half(byte[] bytes, int at, int length) {
    Objects.checkFromIndexSize(at, length, bytes.length); // so that no array is lost
    long[] sums = Xxh3Sums.take();
    if (sums == null) {
      return part(bytes, at, length);
    }
    int stripes = (length - 1) >> STRIPE_BITS;
    int done = stripes < THREE_QUARTERS ? HALF : THREE_QUARTERS;
    if (done == HALF) {
      Xxh3Sums.half(bytes, at, sums);
    } else {
      Xxh3Sums.threeQuarters(bytes, at, sums);
    }
    long acc0 = Xxh3Mix.PRIME32_3 + Xxh3Sums.lane(sums, 0, 1);
    long acc1 = Xxh3Mix.PRIME64_1 + Xxh3Sums.lane(sums, 1, 0);
    long acc2 = Xxh3Mix.PRIME64_2 + Xxh3Sums.lane(sums, 2, 3);
    long acc3 = Xxh3Mix.PRIME64_3 + Xxh3Sums.lane(sums, 3, 2);
    long acc4 = Xxh3Mix.PRIME64_4 + Xxh3Sums.lane(sums, 4, 5);
    long acc5 = Xxh3Mix.PRIME32_2 + Xxh3Sums.lane(sums, 5, 4);
    long acc6 = Xxh3Mix.PRIME64_5 + Xxh3Sums.lane(sums, 6, 7);
    long acc7 = Xxh3Mix.PRIME32_1 + Xxh3Sums.lane(sums, 7, 6);
    Xxh3Sums.giveBack(sums);
    int last = at + length - STRIPE;
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + end0(bytes, at, done, stripes, last, acc0, acc1)
            + end2(bytes, at, done, stripes, last, acc2, acc3)
            + end4(bytes, at, done, stripes, last, acc4, acc5)
            + end6(bytes, at, done, stripes, last, acc6, acc7));
  }

  /** Above 1,024 bytes. */
  private static long blocks(byte[] bytes, int start, int length) {
    Objects.checkFromIndexSize(start, length, bytes.length); // so that no array is lost
    long[] sums = Xxh3Sums.take();
    if (sums == null) {
      return Xxh3Large.hash(ArraySource.INSTANCE, bytes, start, length, Xxh3Secret.DEFAULT);
    }
    long acc0 = Xxh3Mix.PRIME32_3;
    long acc1 = Xxh3Mix.PRIME64_1;
    long acc2 = Xxh3Mix.PRIME64_2;
    long acc3 = Xxh3Mix.PRIME64_3;
    long acc4 = Xxh3Mix.PRIME64_4;
    long acc5 = Xxh3Mix.PRIME32_2;
    long acc6 = Xxh3Mix.PRIME64_5;
    long acc7 = Xxh3Mix.PRIME32_1;
    int blocks = (length - 1) >> BLOCK_BITS;
    for (int block = 0; block < blocks; block++) {
      Xxh3Sums.of(bytes, start + BLOCK * block, sums);
      acc0 = Xxh3Large.scramble(acc0 + Xxh3Sums.lane(sums, 0, 1), KEY[16]);
      acc1 = Xxh3Large.scramble(acc1 + Xxh3Sums.lane(sums, 1, 0), KEY[17]);
      acc2 = Xxh3Large.scramble(acc2 + Xxh3Sums.lane(sums, 2, 3), KEY[18]);
      acc3 = Xxh3Large.scramble(acc3 + Xxh3Sums.lane(sums, 3, 2), KEY[19]);
      acc4 = Xxh3Large.scramble(acc4 + Xxh3Sums.lane(sums, 4, 5), KEY[20]);
      acc5 = Xxh3Large.scramble(acc5 + Xxh3Sums.lane(sums, 5, 4), KEY[21]);
      acc6 = Xxh3Large.scramble(acc6 + Xxh3Sums.lane(sums, 6, 7), KEY[22]);
      acc7 = Xxh3Large.scramble(acc7 + Xxh3Sums.lane(sums, 7, 6), KEY[23]);
    }
    Xxh3Sums.giveBack(sums);
    int at = start + BLOCK * blocks;
    int stripes = ((length - 1) >> STRIPE_BITS) - STRIPES * blocks;
    int last = start + length - STRIPE;
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + end0(bytes, at, 0, stripes, last, acc0, acc1)
            + end2(bytes, at, 0, stripes, last, acc2, acc3)
            + end4(bytes, at, 0, stripes, last, acc4, acc5)
            + end6(bytes, at, 0, stripes, last, acc6, acc7));
  }

  /* What is left of a block, and the last stripe, for two accumulators each, folded into one. */

  private static long end0(
      byte[] bytes, int at, int done, int stripes, int last, long sum0, long sum1) {
    long acc0 = sum0;
    long acc1 = sum1;
    int count = stripes & MASK; // tells the compiler how many at the most
    for (int i = done & MASK; i < count; i++) {
      long word0 = word(bytes, at + STRIPE * i);
      long word1 = word(bytes, at + STRIPE * i + 8);
      acc0 += word1 + halves(word0 ^ KEY[i]);
      acc1 += word0 + halves(word1 ^ KEY[i + 1]);
    }
    long word0 = word(bytes, last);
    long word1 = word(bytes, last + 8);
    acc0 += word1 + halves(word0 ^ LAST0);
    acc1 += word0 + halves(word1 ^ LAST1);
    return Xxh3Mix.fold(acc0 ^ FOLD0, acc1 ^ FOLD1);
  }

  private static long end2(
      byte[] bytes, int at, int done, int stripes, int last, long sum2, long sum3) {
    long acc2 = sum2;
    long acc3 = sum3;
    int count = stripes & MASK; // tells the compiler how many at the most
    for (int i = done & MASK; i < count; i++) {
      long word2 = word(bytes, at + STRIPE * i + 16);
      long word3 = word(bytes, at + STRIPE * i + 24);
      acc2 += word3 + halves(word2 ^ KEY[i + 2]);
      acc3 += word2 + halves(word3 ^ KEY[i + 3]);
    }
    long word2 = word(bytes, last + 16);
    long word3 = word(bytes, last + 24);
    acc2 += word3 + halves(word2 ^ LAST2);
    acc3 += word2 + halves(word3 ^ LAST3);
    return Xxh3Mix.fold(acc2 ^ FOLD2, acc3 ^ FOLD3);
  }

  private static long end4(
      byte[] bytes, int at, int done, int stripes, int last, long sum4, long sum5) {
    long acc4 = sum4;
    long acc5 = sum5;
    int count = stripes & MASK; // tells the compiler how many at the most
    for (int i = done & MASK; i < count; i++) {
      long word4 = word(bytes, at + STRIPE * i + 32);
      long word5 = word(bytes, at + STRIPE * i + 40);
      acc4 += word5 + halves(word4 ^ KEY[i + 4]);
      acc5 += word4 + halves(word5 ^ KEY[i + 5]);
    }
    long word4 = word(bytes, last + 32);
    long word5 = word(bytes, last + 40);
    acc4 += word5 + halves(word4 ^ LAST4);
    acc5 += word4 + halves(word5 ^ LAST5);
    return Xxh3Mix.fold(acc4 ^ FOLD4, acc5 ^ FOLD5);
  }

  private static long end6(
      byte[] bytes, int at, int done, int stripes, int last, long sum6, long sum7) {
    long acc6 = sum6;
    long acc7 = sum7;
    int count = stripes & MASK; // tells the compiler how many at the most
    for (int i = done & MASK; i < count; i++) {
      long word6 = word(bytes, at + STRIPE * i + 48);
      long word7 = word(bytes, at + STRIPE * i + 56);
      acc6 += word7 + halves(word6 ^ KEY[i + 6]);
      acc7 += word6 + halves(word7 ^ KEY[i + 7]);
    }
    long word6 = word(bytes, last + 48);
    long word7 = word(bytes, last + 56);
    acc6 += word7 + halves(word6 ^ LAST6);
    acc7 += word6 + halves(word7 ^ LAST7);
    return Xxh3Mix.fold(acc6 ^ FOLD6, acc7 ^ FOLD7);
  }

  private static long word(byte[] bytes, int at) {
    return ArraySource.word(bytes, at);
  }

  /** Product of the lower and the upper 32 bits. */
  static long halves(long mixed) {
    return (mixed & 0xFFFF_FFFFL) * (mixed >>> 32);
  }
}
