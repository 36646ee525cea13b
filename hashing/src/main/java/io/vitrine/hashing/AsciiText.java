package io.vitrine.hashing;

/**
 * Reads the UTF-8 bytes of a short text that is all ASCII from its characters, a word at a time.
 * Stateless, for any thread. What is longer, or not ASCII, is encoded: {@link Utf8Buffer}.
 */
final class AsciiText {
  /* Characters are joined two bytes apart, those at even places and those at odd ones by
   * themselves. So none can spill over into its neighbour, whatever it is, and one look at all
   * eight tells whether they are ASCII. The first and the last are read before the others, whose
   * bounds the compiler then knows. */

  /* Words are read without loops, so that the compiler looks only once at what kind of String it
   * is. */

  /** Longest text that is hashed as words, in characters; to encode a longer one is faster. */
  static final int LENGTH_MAX = 48;

  /** What is no word of ASCII: negative, which no such word is. */
  private static final long NONE = -1;

  private static final long ABOVE_ASCII = 0xFF80_FF80_FF80_FF80L;

  private AsciiText() {}

  /**
   * The first eight characters, as {@link #word8}. Text in other scripts mostly begins with another
   * character, and then no more is read of it.
   */
  static long first8(String text) {
    return text.charAt(0) < 0x80 ? word8(text, 0) : NONE;
  }

  /** The first four characters, likewise. */
  static long first4(String text) {
    return text.charAt(0) < 0x80 ? word4(text, 0) : NONE;
  }

  /** Eight characters as a little-endian word; negative if one of them is above 127. */
  static long word8(String text, int at) {
    long c7 = text.charAt(at + 7);
    long odd =
        text.charAt(at + 1)
            | (long) text.charAt(at + 3) << 16
            | (long) text.charAt(at + 5) << 32
            | c7 << 48;
    long even =
        text.charAt(at)
            | (long) text.charAt(at + 2) << 16
            | (long) text.charAt(at + 4) << 32
            | (long) text.charAt(at + 6) << 48;
    return ((even | odd) & ABOVE_ASCII) == 0 ? even | odd << 8 : NONE;
  }

  /** Four characters as a little-endian word; negative if one of them is above 127. */
  static long word4(String text, int at) {
    int c3 = text.charAt(at + 3);
    int c0 = text.charAt(at);
    int odd = text.charAt(at + 1) | c3 << 16;
    int even = c0 | text.charAt(at + 2) << 16;
    return ((even | odd) & (int) ABOVE_ASCII) == 0 ? even | odd << 8 : NONE;
  }

  /** The last eight characters: the first ones again if there are no others. */
  static long last8(String text, int length, long first) {
    return length == Long.BYTES ? first : word8(text, length - Long.BYTES);
  }

  /** The last four characters: the first ones again if there are no others. */
  static long last4(String text, int length, long first) {
    return length == Integer.BYTES ? first : word4(text, length - Integer.BYTES);
  }

  /**
   * Eight characters that begin {@code beyond} behind the first of two words: less work than to
   * read them once more.
   *
   * @param beyond 1 to 8
   */
  static long between(long word0, long word1, int beyond) {
    int shift = beyond * Byte.SIZE;
    return word0 >>> (shift - Byte.SIZE) >>> Byte.SIZE | word1 << (Long.SIZE - shift);
  }
}
