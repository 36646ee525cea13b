package io.vitrine.store;

/**
 * A word of a header that carries a check of its own, so that a damaged one shows. Stateless; any
 * thread.
 *
 * <pre>
 * bits   field
 * 56-63  check  the seven bytes below, joined by exclusive or
 *  0-55  value
 * </pre>
 *
 * <p>Every flipped bit shows. A word of zeros is the value 0, as in a fresh file; one of ones, as a
 * disk may leave it, is none.
 */
final class CheckedWord {
  static final long VALUE_MASK = (1L << 56) - 1;

  private static final long ALL_ONES = -1;

  private CheckedWord() {}

  static long of(long value) {
    return (value & VALUE_MASK) | fold(value & VALUE_MASK) << 56;
  }

  /** Another value in place of a word's; one that did not match its check does not then, too. */
  static long changed(long word, long value) {
    return word == ALL_ONES ? ALL_ONES : word ^ of(word ^ value);
  }

  static boolean isSound(long word) {
    return fold(word) == 0 && word != ALL_ONES;
  }

  static long value(long word) {
    return word & VALUE_MASK;
  }

  /** All bytes of a word, joined. */
  private static long fold(long word) {
    long half = word ^ word >>> 32;
    long quarter = half ^ half >>> 16;
    return (quarter ^ quarter >>> 8) & 0xFF;
  }
}
