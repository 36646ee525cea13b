package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/**
 * Gives one kind of damage to one file after the other, in an order that a seed has drawn. For one
 * thread.
 */
abstract class CorruptSource {
  /** What it damages and how, for people. */
  final String name;

  /** How many kinds of damage there are, {@link Long#MAX_VALUE} where there is no end. */
  final long total;

  /** How many of them are tried in a row before the others come again. */
  final int weight;

  /** Whether it turns bits of words that hold something. */
  final boolean isInUse;

  private long done;

  CorruptSource(String name, long total, int weight, boolean isInUse) {
    this.name = name;
    this.total = total;
    this.weight = weight;
    this.isInUse = isInUse;
  }

  /** How many were given. */
  long done() {
    return done;
  }

  /** The next damage, null if there is no further one. */
  @Nullable CorruptDamage next() {
    return done >= total ? null : damage(done++);
  }

  /** The damage of a number below the total, or of any where there is no end. */
  abstract CorruptDamage damage(long number);

  /**
   * Draws an order of the numbers below a total that comes to each of them once.
   *
   * @return what follows a number is this much further, in a circle
   */
  static long stride(long total, long seed) {
    if (total < 3) {
      return 1;
    }
    long stride = 1 + Math.floorMod((seed * 0x9E37_79B9_7F4A_7C15L) >>> 20, total - 1);
    while (gcd(stride, total) != 1) {
      stride = stride + 1 < total ? stride + 1 : 1;
    }
    return stride;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
