package io.vitrine.evaluation;

import java.util.Arrays;

/**
 * Counts different hashes in little memory: exactly as long as they fit, about else. For one
 * thread.
 *
 * <p>Where they do not, only those are kept that begin with so many zero bits, one bit more each
 * time that the table is full: each of them stands for as many as there are ways to set the bits.
 */
final class DistinctCount {
  /** Most hashes that are kept: in 4 MiB; the usual error is a third of a percent then. */
  static final int KEPT_MAX = 1 << 18;

  private static final int SLOTS_MIN = 1 << 10;

  private long[] slots = new long[SLOTS_MIN]; // 0 is empty
  private boolean hasZero;
  private int kept;
  private int zeroBits;

  /** Counts a hash of 64 random bits, unless it was there before. */
  void add(long hash) {
    if (!isKept(hash)) {
      return;
    }
    if (hash == 0) {
      kept += hasZero ? 0 : 1;
      hasZero = true;
    } else {
      kept += put(slots, hash) ? 1 : 0;
    }
    while (kept > KEPT_MAX) {
      zeroBits++;
      rebuild(slots.length);
    }
    if (2 * kept > slots.length) {
      rebuild(2 * slots.length);
    }
  }

  /** How many there are, or about as many. */
  long count() {
    return (long) kept << zeroBits;
  }

  /** Whether that is so, and not about so. */
  boolean isExact() {
    return zeroBits == 0;
  }

  private boolean isKept(long hash) {
    return zeroBits == 0 || hash >>> (Long.SIZE - zeroBits) == 0;
  }

  private void rebuild(int size) {
    long[] old = slots;
    slots = new long[size];
    kept = hasZero ? 1 : 0;
    Arrays.stream(old)
        .filter(hash -> hash != 0 && isKept(hash))
        .forEach(hash -> kept += put(slots, hash) ? 1 : 0);
  }

  private static boolean put(long[] slots, long hash) {
    int mask = slots.length - 1;
    int i = (int) hash & mask; // the zero bits are at the other end
    while (slots[i] != 0) {
      if (slots[i] == hash) {
        return false;
      }
      i = (i + 1) & mask;
    }
    slots[i] = hash;
    return true;
  }
}
