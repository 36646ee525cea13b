package io.vitrine.store;

/**
 * Writes short texts of ASCII right into the words of an image, without asking twice for each
 * character: how long it will be, and what it is. For one thread at a time, as the image is.
 */
final class ShortText {
  /** Longer ones are copied as a whole anyhow. */
  static final int CHARS_MAX = 96;

  private static final int CHARS_OF_WORD = 8;
  private static final long BEYOND_ASCII = 0xFF80_FF80_FF80_FF80L;

  private final char[] chars = new char[CHARS_MAX + CHARS_OF_WORD];

  /**
   * Writes a text, with zeros up to the end of its last word.
   *
   * @param words where to, with room for it
   * @param index of the first word
   * @return whether it is short and of ASCII; if not, anything may have been written
   */
  boolean write(String text, long[] words, int index) {
    int length = text.length();
    if (length > CHARS_MAX) {
      return false;
    }
    char[] chars = this.chars;
    text.getChars(0, length, chars, 0);
    // Written out, as all that follows: the compiler then joins them, and the bounds are known.
    chars[length + 7] = 0;
    chars[length + 6] = 0;
    chars[length + 5] = 0;
    chars[length + 4] = 0;
    chars[length + 3] = 0;
    chars[length + 2] = 0;
    chars[length + 1] = 0;
    chars[length] = 0;
    long all = 0;
    int word = index;
    for (int i = 0; i < length; i += CHARS_OF_WORD) {
      long odd =
          chars[i + 1]
              | ((long) chars[i + 3] << 16)
              | ((long) chars[i + 5] << 32)
              | ((long) chars[i + 7] << 48);
      long even =
          chars[i]
              | ((long) chars[i + 2] << 16)
              | ((long) chars[i + 4] << 32)
              | ((long) chars[i + 6] << 48);
      all |= even | odd;
      Words.set(words, word++, even | (odd << 8));
    }
    return (all & BEYOND_ASCII) == 0;
  }
}
