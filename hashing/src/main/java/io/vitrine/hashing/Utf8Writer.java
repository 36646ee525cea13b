package io.vitrine.hashing;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Encodes text as UTF-8 that is short or not all ASCII, where a {@link
 * java.nio.charset.CharsetEncoder} is slower. Stateless, for any thread.
 *
 * <p>An unpaired surrogate, which has no UTF-8 form, becomes the three bytes that its code point
 * would have: <em>generalized</em> UTF-8. So different texts have different bytes. Were there one
 * stand-in for all of them, any texts of as many unpaired surrogates would have one hash, by any
 * strategy and under any secret seed.
 */
final class Utf8Writer {
  /** Bytes that are written beyond the end of the text. */
  static final int BEYOND = 1;

  private static final VarHandle INT16 =
      MethodHandles.byteArrayViewVarHandle(short[].class, LITTLE_ENDIAN);
  private static final VarHandle INT32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);

  /* What the bytes of a character begin with, the first one in the lowest bits. */
  private static final int TWO_BYTES = 0x80C0;
  private static final int THREE_BYTES = 0x8080E0;
  private static final int FOUR_BYTES = 0x808080F0;

  private static final int SIX_BITS = 0x3F;

  /* For eight bytes at once. */
  private static final long LOWEST = 0x0101_0101_0101_0101L;
  private static final long HIGHEST = 0x8080_8080_8080_8080L;
  private static final long STAND_INS = 0x3F3F_3F3F_3F3F_3F3FL; // question marks

  private Utf8Writer() {}

  /**
   * Encodes the characters {@code from} to {@code count - 1}.
   *
   * @param to has room for three bytes for each of them, and {@link #BEYOND} more
   * @param start where in it the first byte goes
   * @return where the last byte ends
   */
  static int write(char[] chars, int from, int count, byte[] to, int start) {
    int at = start;
    for (int i = from; i < count; i++) {
      int c = chars[i];
      if (c < 0x80) {
        to[at++] = (byte) c;
      } else if (c < 0x800) {
        INT16.set(to, at, (short) (TWO_BYTES | c >> 6 | (c & SIX_BITS) << 8));
        at += 2;
      } else if (!Character.isSurrogate((char) c) || !isPair(chars, i, count)) {
        INT32.set(to, at, THREE_BYTES | c >> 12 | (c >> 6 & SIX_BITS) << 8 | (c & SIX_BITS) << 16);
        at += 3;
      } else {
        int point = Character.toCodePoint((char) c, chars[++i]);
        int first = point >> 18 | (point >> 12 & SIX_BITS) << 8;
        INT32.set(
            to, at, FOUR_BYTES | first | (point >> 6 & SIX_BITS) << 16 | (point & SIX_BITS) << 24);
        at += 4;
      }
    }
    return at;
  }

  /**
   * Whether a text may have a surrogate without a partner, by what the JDK made of it: a question
   * mark for each, of which there may be others.
   */
  static boolean mayHaveUnpaired(byte[] utf8) {
    int end = utf8.length & -Long.BYTES;
    for (int i = 0; i < end; i += Long.BYTES) {
      long other = ArraySource.word(utf8, i) ^ STAND_INS; // has a byte of 0 for each
      if ((other - LOWEST & ~other & HIGHEST) != 0) {
        return true;
      }
    }
    for (int i = end; i < utf8.length; i++) {
      if (utf8[i] == '?') {
        return true;
      }
    }
    return false;
  }

  /** How many surrogates of a text have no partner. */
  static int unpaired(String text) {
    int unpaired = 0;
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean pair = Character.isSupplementaryCodePoint(text.codePointAt(i));
        i += pair ? 1 : 0;
        unpaired += pair ? 0 : 1;
      }
    }
    return unpaired;
  }

  private static boolean isPair(char[] chars, int i, int count) {
    return Character.isHighSurrogate(chars[i])
        && i + 1 < count
        && Character.isLowSurrogate(chars[i + 1]);
  }
}
