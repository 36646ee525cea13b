package io.vitrine.hashing;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What a block of 1,024 bytes, or most of one, adds to the accumulators of XXH3 without a seed. Any
 * thread may {@link #take} an array for it; it is that thread's alone until it is given back.
 */
final class Xxh3Sums {
  /* All products of a block are made in one loop over words that follow each other, which the
   * compiler turns into one over vectors: it does so for sums that lie in an array, and not for
   * eight local variables. Key and sums lie in the same array, or the compiler would have to
   * suppose that what is stored changes the key; and the loops have constant ends, or it would need
   * more time to begin and to end them than they take. That is a quarter less than the other way.
   *
   * Arrays are kept and lent, so that nothing is allocated. Whoever finds none takes the other way,
   * so nobody waits; a thread seldom meets another one, since they have several places. */

  /** Words of a block. */
  private static final int WORDS = 128;

  private static final int HALF = WORDS / 2;
  private static final int QUARTER = WORDS / 4;

  /* Where what lies in the array: for each word of a block what it is mixed with, sums of products,
   * sums of words. */
  private static final int KEY = 0;
  private static final int PRODUCTS = KEY + WORDS;
  private static final int SUMS = PRODUCTS + HALF;
  private static final int LENGTH = SUMS + HALF;

  /** Words of a stripe. */
  private static final int STRIPE = 8;

  private static final int LANES = 8;
  private static final int LANE_STEP = 16; // a cache line apart

  private static final AtomicReferenceArray<long @Nullable []> KEPT = kept();

  private Xxh3Sums() {}

  private static AtomicReferenceArray<long @Nullable []> kept() {
    var kept = new AtomicReferenceArray<long @Nullable []>((LANES + 1) * LANE_STEP);
    for (int lane = 1; lane <= LANES; lane++) {
      var sums = new long[LENGTH];
      for (int i = 0; i < WORDS; i++) {
        sums[KEY + i] = Xxh3Secret.DEFAULT.words[i / STRIPE + i % STRIPE];
      }
      kept.set(lane * LANE_STEP, sums);
    }
    return kept;
  }

  private static int place() {
    return (1 + ((int) Thread.currentThread().threadId() & LANES - 1)) * LANE_STEP;
  }

  /** An array for {@link #of}, to be given back by the same thread; or null if there is none. */
  static long @Nullable [] take() {
    return KEPT.getAndSet(place(), null);
  }

  static void giveBack(long[] sums) {
    KEPT.setRelease(place(), sums);
  }

  /** Sums up a block, which lies within the array as the caller has checked. */
  static void of(byte[] bytes, int at, long[] sums) {
    for (int i = 0; i < HALF; i++) {
      long first = ArraySource.word(bytes, at + Long.BYTES * i);
      long second = ArraySource.word(bytes, at + Long.BYTES * (HALF + i));
      sums[PRODUCTS + i] =
          Xxh3Unseeded.halves(first ^ sums[KEY + i])
              + Xxh3Unseeded.halves(second ^ sums[KEY + HALF + i]);
      sums[SUMS + i] = first + second;
    }
    join(sums);
  }

  /** Sums up the first half of a block, which lies within the array as the caller has checked. */
  static void half(byte[] bytes, int at, long[] sums) {
    for (int i = 0; i < HALF; i++) {
      long word = ArraySource.word(bytes, at + Long.BYTES * i);
      sums[PRODUCTS + i] = Xxh3Unseeded.halves(word ^ sums[KEY + i]);
      sums[SUMS + i] = word;
    }
    join(sums);
  }

  /** Sums up the first three quarters of a block, within the array as {@link #half}. */
  static void threeQuarters(byte[] bytes, int at, long[] sums) {
    half(bytes, at, sums);
    for (int i = 0; i < QUARTER; i++) {
      long word = ArraySource.word(bytes, at + Long.BYTES * (HALF + i));
      sums[PRODUCTS + i] += Xxh3Unseeded.halves(word ^ sums[KEY + HALF + i]);
      sums[SUMS + i] += word;
    }
  }

  private static void join(long[] sums) {
    for (int i = 0; i < QUARTER; i++) {
      sums[PRODUCTS + i] += sums[PRODUCTS + QUARTER + i];
      sums[SUMS + i] += sums[SUMS + QUARTER + i];
    }
  }

  /**
   * What the block adds to an accumulator: the products of its own words, those of its neighbour.
   */
  static long lane(long[] sums, int own, int other) {
    return four(sums, PRODUCTS + own) + four(sums, SUMS + other);
  }

  private static long four(long[] sums, int at) {
    return sums[at] + sums[at + STRIPE] + sums[at + 2 * STRIPE] + sums[at + 3 * STRIPE];
  }
}
