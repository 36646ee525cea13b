package io.vitrine.hashing;

/**
 * Decodes UTF-8 a byte at a time and folds the UTF-16 units into p·h + c. Stateless, for any
 * thread: the state is a {@code long} that goes from step to step, so nothing is allocated. The
 * multiplier p is the same in all steps.
 *
 * <p>An encoded surrogate is the unit that it encodes, so that text is what {@link Utf8Writer} made
 * of it; two of them, a high one and a low one, count as the pair, though no text is encoded so.
 * All else that is malformed counts as in {@code new String(bytes, UTF_8)}: U+FFFD for each longest
 * run that begins a character and does not end it, and for each other stray byte.
 */
final class Utf8Fold {
  /* State: the hash in the lower 32 bits, the unfinished character in the upper, 0 if there is
   * none:
   *
   *   bits  0-20  the code point's bits so far
   *   bits 21-22  bytes still to come, 1 to 3
   *   bits 23-24  what the next byte may be: ANY of 80-BF, or a part that excludes overlong
   *               forms (FROM_A0 after E0, FROM_90 after F0) and points above U+10FFFF (TO_8F) */

  private static final int CODE_POINT = (1 << 21) - 1;
  private static final int LEFT_SHIFT = 21;
  private static final int RANGE_SHIFT = 23;
  private static final int ANY = 0;
  private static final int FROM_A0 = 1;
  private static final int FROM_90 = 2;
  private static final int TO_8F = 3;
  private static final int REPLACEMENT = 0xFFFD;

  private Utf8Fold() {}

  /** The state between characters. */
  static long start(int hash) {
    return Integer.toUnsignedLong(hash);
  }

  /** The state after one more byte, 0 to 255. */
  static long step(long state, int octet, int p) {
    int hash = (int) state;
    int unfinished = (int) (state >>> 32);
    if (unfinished == 0) {
      return first(hash, octet, p);
    }
    if (!continues(unfinished >>> RANGE_SHIFT, octet)) {
      return first(p * hash + REPLACEMENT, octet, p);
    }
    int codePoint = (unfinished & CODE_POINT) << 6 | (octet & 0x3F);
    int left = (unfinished >>> LEFT_SHIFT & 3) - 1;
    return left == 0 ? start(append(hash, codePoint, p)) : unfinished(hash, codePoint, left, ANY);
  }

  /** The hash, when no byte is left. */
  static int finish(long state, int p) {
    int hash = (int) state;
    return state >>> 32 == 0 ? hash : p * hash + REPLACEMENT;
  }

  private static long first(int hash, int octet, int p) {
    if (octet < 0x80) {
      return start(p * hash + octet);
    }
    if (octet >= 0xC2 && octet <= 0xDF) {
      return unfinished(hash, octet & 0x1F, 1, ANY);
    }
    if (octet >= 0xE0 && octet <= 0xEF) {
      return unfinished(hash, octet & 0x0F, 2, octet == 0xE0 ? FROM_A0 : ANY);
    }
    if (octet >= 0xF0 && octet <= 0xF4) {
      int range = octet == 0xF0 ? FROM_90 : octet == 0xF4 ? TO_8F : ANY;
      return unfinished(hash, octet & 0x07, 3, range);
    }
    return start(p * hash + REPLACEMENT);
  }

  private static boolean continues(int range, int octet) {
    int low = range == FROM_A0 ? 0xA0 : range == FROM_90 ? 0x90 : 0x80;
    int high = range == TO_8F ? 0x8F : 0xBF;
    return octet >= low && octet <= high;
  }

  private static long unfinished(int hash, int codePoint, int left, int range) {
    long upper = (long) range << RANGE_SHIFT | left << LEFT_SHIFT | codePoint;
    return upper << 32 | Integer.toUnsignedLong(hash);
  }

  private static int append(int hash, int codePoint, int p) {
    if (codePoint >= Character.MIN_SUPPLEMENTARY_CODE_POINT) {
      return p * (p * hash + Character.highSurrogate(codePoint))
          + Character.lowSurrogate(codePoint);
    }
    return p * hash + codePoint;
  }
}
