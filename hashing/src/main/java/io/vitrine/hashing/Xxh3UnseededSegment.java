package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;

/** XXH3 without a seed, for segments of 241 to 512 bytes. Stateless, for any thread. */
final class Xxh3UnseededSegment {
  /* Longer segments are copied and hashed as arrays, which takes ten nanoseconds more and less for
   * each stripe. As in Xxh3Unseeded, two accumulators at a time find room in registers. The three
   * stripes that there always are stand without a loop: a loop over reads of a segment begins with
   * checks of all its bounds, and took longer than the copy up to a thousand bytes. */

  /** Longest range that is faster read where it is than after a copy. */
  static final int LENGTH_MAX = 512;

  private static final int STRIPE = 64;
  private static final int STRIPE_BITS = 6;
  private static final int STRIPES_MAX = 7; // a power of two, less one
  private static final int FIRST = 3; // stripes that there always are

  private static final long[] KEY = Xxh3Secret.DEFAULT.words;

  private static final long KEY0 = KEY[0];
  private static final long KEY1 = KEY[1];
  private static final long KEY2 = KEY[2];
  private static final long KEY3 = KEY[3];
  private static final long KEY4 = KEY[4];
  private static final long KEY5 = KEY[5];
  private static final long KEY6 = KEY[6];
  private static final long KEY7 = KEY[7];
  private static final long KEY8 = KEY[8];
  private static final long KEY9 = KEY[9];

  private Xxh3UnseededSegment() {}

  /** 241 to 512 bytes. */
  static long hash(MemorySegment from, long at, int length) {
    int stripes = (length - 1) >> STRIPE_BITS;
    long last = at + length - STRIPE;
    return Xxh3Mix.avalanche(
        length * Xxh3Mix.PRIME64_1
            + sum0(from, at, stripes, last)
            + sum2(from, at, stripes, last)
            + sum4(from, at, stripes, last)
            + sum6(from, at, stripes, last));
  }

  /* Two accumulators each over all stripes, folded into one. */

  private static long sum0(MemorySegment from, long at, int stripes, long last) {
    long a0 = word(from, at);
    long b0 = word(from, at + 8);
    long a1 = word(from, at + 64);
    long b1 = word(from, at + 72);
    long a2 = word(from, at + 128);
    long b2 = word(from, at + 136);
    long acc0 = Xxh3Mix.PRIME32_3 + b0 + b1 + b2;
    long acc1 = Xxh3Mix.PRIME64_1 + a0 + a1 + a2;
    acc0 += halves(a0 ^ KEY0) + halves(a1 ^ KEY1) + halves(a2 ^ KEY2);
    acc1 += halves(b0 ^ KEY1) + halves(b1 ^ KEY2) + halves(b2 ^ KEY3);
    int count = stripes & STRIPES_MAX; // tells the compiler how many at the most
    for (int i = FIRST; i < count; i++) {
      long a = word(from, at + (long) STRIPE * i);
      long b = word(from, at + (long) STRIPE * i + 8);
      acc0 += b + halves(a ^ KEY[i]);
      acc1 += a + halves(b ^ KEY[i + 1]);
    }
    long a = word(from, last);
    long b = word(from, last + 8);
    acc0 += b + halves(a ^ Xxh3Unseeded.LAST0);
    acc1 += a + halves(b ^ Xxh3Unseeded.LAST1);
    return Xxh3Mix.fold(acc0 ^ Xxh3Unseeded.FOLD0, acc1 ^ Xxh3Unseeded.FOLD1);
  }

  private static long sum2(MemorySegment from, long at, int stripes, long last) {
    long a0 = word(from, at + 16);
    long b0 = word(from, at + 24);
    long a1 = word(from, at + 80);
    long b1 = word(from, at + 88);
    long a2 = word(from, at + 144);
    long b2 = word(from, at + 152);
    long acc2 = Xxh3Mix.PRIME64_2 + b0 + b1 + b2;
    long acc3 = Xxh3Mix.PRIME64_3 + a0 + a1 + a2;
    acc2 += halves(a0 ^ KEY2) + halves(a1 ^ KEY3) + halves(a2 ^ KEY4);
    acc3 += halves(b0 ^ KEY3) + halves(b1 ^ KEY4) + halves(b2 ^ KEY5);
    int count = stripes & STRIPES_MAX; // tells the compiler how many at the most
    for (int i = FIRST; i < count; i++) {
      long a = word(from, at + (long) STRIPE * i + 16);
      long b = word(from, at + (long) STRIPE * i + 24);
      acc2 += b + halves(a ^ KEY[i + 2]);
      acc3 += a + halves(b ^ KEY[i + 3]);
    }
    long a = word(from, last + 16);
    long b = word(from, last + 24);
    acc2 += b + halves(a ^ Xxh3Unseeded.LAST2);
    acc3 += a + halves(b ^ Xxh3Unseeded.LAST3);
    return Xxh3Mix.fold(acc2 ^ Xxh3Unseeded.FOLD2, acc3 ^ Xxh3Unseeded.FOLD3);
  }

  private static long sum4(MemorySegment from, long at, int stripes, long last) {
    long a0 = word(from, at + 32);
    long b0 = word(from, at + 40);
    long a1 = word(from, at + 96);
    long b1 = word(from, at + 104);
    long a2 = word(from, at + 160);
    long b2 = word(from, at + 168);
    long acc4 = Xxh3Mix.PRIME64_4 + b0 + b1 + b2;
    long acc5 = Xxh3Mix.PRIME32_2 + a0 + a1 + a2;
    acc4 += halves(a0 ^ KEY4) + halves(a1 ^ KEY5) + halves(a2 ^ KEY6);
    acc5 += halves(b0 ^ KEY5) + halves(b1 ^ KEY6) + halves(b2 ^ KEY7);
    int count = stripes & STRIPES_MAX; // tells the compiler how many at the most
    for (int i = FIRST; i < count; i++) {
      long a = word(from, at + (long) STRIPE * i + 32);
      long b = word(from, at + (long) STRIPE * i + 40);
      acc4 += b + halves(a ^ KEY[i + 4]);
      acc5 += a + halves(b ^ KEY[i + 5]);
    }
    long a = word(from, last + 32);
    long b = word(from, last + 40);
    acc4 += b + halves(a ^ Xxh3Unseeded.LAST4);
    acc5 += a + halves(b ^ Xxh3Unseeded.LAST5);
    return Xxh3Mix.fold(acc4 ^ Xxh3Unseeded.FOLD4, acc5 ^ Xxh3Unseeded.FOLD5);
  }

  private static long sum6(MemorySegment from, long at, int stripes, long last) {
    long a0 = word(from, at + 48);
    long b0 = word(from, at + 56);
    long a1 = word(from, at + 112);
    long b1 = word(from, at + 120);
    long a2 = word(from, at + 176);
    long b2 = word(from, at + 184);
    long acc6 = Xxh3Mix.PRIME64_5 + b0 + b1 + b2;
    long acc7 = Xxh3Mix.PRIME32_1 + a0 + a1 + a2;
    acc6 += halves(a0 ^ KEY6) + halves(a1 ^ KEY7) + halves(a2 ^ KEY8);
    acc7 += halves(b0 ^ KEY7) + halves(b1 ^ KEY8) + halves(b2 ^ KEY9);
    int count = stripes & STRIPES_MAX; // tells the compiler how many at the most
    for (int i = FIRST; i < count; i++) {
      long a = word(from, at + (long) STRIPE * i + 48);
      long b = word(from, at + (long) STRIPE * i + 56);
      acc6 += b + halves(a ^ KEY[i + 6]);
      acc7 += a + halves(b ^ KEY[i + 7]);
    }
    long a = word(from, last + 48);
    long b = word(from, last + 56);
    acc6 += b + halves(a ^ Xxh3Unseeded.LAST6);
    acc7 += a + halves(b ^ Xxh3Unseeded.LAST7);
    return Xxh3Mix.fold(acc6 ^ Xxh3Unseeded.FOLD6, acc7 ^ Xxh3Unseeded.FOLD7);
  }

  private static long word(MemorySegment from, long at) {
    return SegmentSource.INSTANCE.int64(from, at);
  }

  /** Product of the lower and the upper 32 bits. */
  private static long halves(long mixed) {
    return (mixed & 0xFFFF_FFFFL) * (mixed >>> 32);
  }
}
