package io.vitrine.hashing;

/**
 * Reads the UTF-8 bytes of a text of 4 to 8 characters that is not all ASCII from its characters,
 * into three words. Stateless, for any thread. What is longer, or has surrogates, is encoded:
 * {@link Utf8Buffer}.
 */
final class ShortText {
  /* Without a buffer there are no characters to be copied, and no bytes to be read as a word that
   * have just been written one by one, which has to wait until all of them have reached the cache.
   * Of the 21 ns that 4 characters took, the copy was 6, and what is longer than the hash of bytes
   * that have been there for a while was 3.
   *
   * A part is the bytes of one or two characters, or of none, the first byte in the lowest bits,
   * and in the highest byte how many there are: 0 to 6. Two parts are joined to 16 bytes, a lower
   * word and an upper one, and two of these to three words. */

  /** Longest text that is read so, in characters. */
  private static final int LENGTH_MAX = 8;

  private static final int LATIN1_LENGTH_MAX = 6;

  /** What is no part: negative, which no such is. */
  private static final long NONE = -1;

  private static final int COUNT_SHIFT = 56;
  private static final long BYTES = (1L << COUNT_SHIFT) - 1;

  /* The same for one character, in an int. */
  private static final int UNIT_COUNT_SHIFT = 24;
  private static final int UNIT_BYTES = (1 << UNIT_COUNT_SHIFT) - 1;
  private static final int ONE = 1 << UNIT_COUNT_SHIFT;
  private static final int TWO = 2 << UNIT_COUNT_SHIFT | 0x80C0;
  private static final int THREE = 3 << UNIT_COUNT_SHIFT | 0x8080E0;
  private static final int SIX_BITS = 0x3F;

  private ShortText() {}

  /**
   * Whether to read a text so is the faster way. One of 7 or 8 characters that begins with one of
   * Latin-1 mostly has none beyond, and then takes up to 4 ns longer so.
   *
   * @param length 4 to 16
   */
  static boolean reads(String text, int length) {
    return length <= LATIN1_LENGTH_MAX || (length <= LENGTH_MAX && text.charAt(0) > 0xFF);
  }

  /** Two characters; negative if one is a surrogate. */
  static long pair(String text, int at) {
    int d = unit(text.charAt(at + 1));
    int c = unit(text.charAt(at));
    if ((c | d) < 0) {
      return NONE;
    }
    int before = c >>> UNIT_COUNT_SHIFT;
    long count = (long) before + (d >>> UNIT_COUNT_SHIFT);
    return (c & UNIT_BYTES)
        | (long) (d & UNIT_BYTES) << (Byte.SIZE * before)
        | count << COUNT_SHIFT;
  }

  /** The characters of a text from one on, two at most; negative if one is a surrogate. */
  static long rest(String text, int length, int at) {
    if (length > at + 1) {
      return pair(text, at);
    }
    if (length <= at) {
      return 0;
    }
    int c = unit(text.charAt(at));
    return c < 0 ? NONE : (c & UNIT_BYTES) | (long) (c >>> UNIT_COUNT_SHIFT) << COUNT_SHIFT;
  }

  /** How many bytes there are in a part. */
  static int count(long part) {
    return (int) (part >>> COUNT_SHIFT);
  }

  /** The first eight bytes of two parts. */
  static long lower(long part, long next) {
    return (part & BYTES) | (next & BYTES) << (Byte.SIZE * count(part));
  }

  /** Those from the ninth on. */
  static long upper(long part, long next) {
    return shiftedOut(next & BYTES, count(part));
  }

  /** Of two words and those that follow after {@code count} bytes, 4 to 12, the first. */
  static long word0(long lower, int count, long nextLower) {
    return count < Long.BYTES ? lower | nextLower << (Byte.SIZE * count) : lower;
  }

  /** The second. */
  static long word1(long upper, int count, long nextLower, long nextUpper) {
    return count < Long.BYTES
        ? shiftedOut(nextLower, count) | nextUpper << (Byte.SIZE * count)
        : upper | nextLower << (Byte.SIZE * (count - Long.BYTES));
  }

  /** The third. */
  static long word2(int count, long nextLower, long nextUpper) {
    if (count < Long.BYTES) {
      return shiftedOut(nextUpper, count);
    }
    int beyond = count - Long.BYTES;
    return shiftedOut(nextLower, beyond) | nextUpper << (Byte.SIZE * beyond);
  }

  /** What a shift to the left by so many bytes, 0 to 7, loses of a word. */
  private static long shiftedOut(long word, int bytes) {
    return word >>> Byte.SIZE >>> (Byte.SIZE * (Long.BYTES - 1 - bytes));
  }

  private static int unit(int c) {
    if (c < 0x80) {
      return c | ONE;
    }
    if (c < 0x800) {
      return TWO | c >> 6 | (c & SIX_BITS) << 8;
    }
    int bytes = THREE | c >> 12 | (c >> 6 & SIX_BITS) << 8 | (c & SIX_BITS) << 16;
    return Character.isSurrogate((char) c) ? -1 : bytes;
  }
}
