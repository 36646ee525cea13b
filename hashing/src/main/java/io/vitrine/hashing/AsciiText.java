package io.vitrine.hashing;

/**
 * Reads the UTF-8 bytes of a short text that is all ASCII from its characters, one each. Stateless,
 * for any thread. Written without loops, so that the compiler looks only once at what kind of
 * String it is. What is longer, or not ASCII, is encoded first: {@link Utf8Buffer}.
 */
final class AsciiText {
  /** Longest text worth reading like this, in characters. */
  static final int LENGTH_MAX = 16;

  /** What is no word of ASCII: negative, which no such word is. */
  private static final long NONE = -1;

  private static final int ASCII_END = 0x80;

  private AsciiText() {}

  /** Eight characters as a little-endian word; negative if one of them is above 127. */
  static long word8(String text, int at) {
    int c0 = text.charAt(at);
    int c1 = text.charAt(at + 1);
    int c2 = text.charAt(at + 2);
    int c3 = text.charAt(at + 3);
    int c4 = text.charAt(at + 4);
    int c5 = text.charAt(at + 5);
    int c6 = text.charAt(at + 6);
    int c7 = text.charAt(at + 7);
    if ((c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7) >= ASCII_END) {
      return NONE;
    }
    long high = c4 | c5 << 8 | c6 << 16 | c7 << 24;
    return high << 32 | (c0 | c1 << 8 | c2 << 16 | c3 << 24);
  }

  /** Four characters as a little-endian word; negative if one of them is above 127. */
  static long word4(String text, int at) {
    int c0 = text.charAt(at);
    int c1 = text.charAt(at + 1);
    int c2 = text.charAt(at + 2);
    int c3 = text.charAt(at + 3);
    return (c0 | c1 | c2 | c3) >= ASCII_END ? NONE : c0 | c1 << 8 | c2 << 16 | c3 << 24;
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
   * The first character, the one in the middle and the last one of one to three, in bits 0, 8 and
   * 16; negative if one of them is above 127.
   */
  static long ends(String text, int length) {
    int first = text.charAt(0);
    int middle = text.charAt(length >> 1);
    int last = text.charAt(length - 1);
    return (first | middle | last) >= ASCII_END ? NONE : first | middle << 8 | last << 16;
  }
}
