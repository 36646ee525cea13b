package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Strings as UTF-8 in both directions without any silent replacement. Stateless.
 *
 * <p>Short strings are written some characters at a time, which needs no array; for long ones an
 * array and a bulk copy is faster.
 */
final class CodecUtf8 {
  private static final int BULK_CHARS = 32;
  private static final long BEYOND_ASCII = 0xFF80_FF80_FF80_FF80L;
  private static final char REPLACEMENT = '\uFFFD';

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private CodecUtf8() {}

  /** Bytes of a string in UTF-8; refuses unpaired surrogates, which have none. */
  static long sizeOf(String text) {
    int chars = text.length();
    int index = 0;
    while (index + 8 <= chars && ascii8(text, index) >= 0) {
      index += 8;
    }
    while (index < chars && text.charAt(index) < 0x80) {
      index++;
    }
    long size = chars;
    for (; index < chars; index++) {
      char c = text.charAt(index);
      if (c >= 0x800) {
        size += 2;
        if (Character.isSurrogate(c)) {
          // Two chars make four bytes: both together add two to the two that they count already.
          requirePair(text, index++);
        }
      } else if (c >= 0x80) {
        size++;
      }
    }
    return size;
  }

  /**
   * Refuses unpaired surrogates in what becomes bytes by the JDK's means, which would make a
   * question mark of each of them, so that several names were one.
   *
   * @param what the text, for the message
   */
  static void requirePairs(String what, String text) {
    try {
      long _ = sizeOf(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(what + ": " + e.getMessage(), e);
    }
  }

  /** Writes a string whose size was asked before, and answers the offset behind it. */
  static long put(String text, MemorySegment target, long offset) {
    int chars = text.length();
    if (chars >= BULK_CHARS) {
      // Would put a question mark for an unpaired surrogate, but sizeOf has refused those.
      byte[] bytes = text.getBytes(UTF_8);
      MemorySegment.copy(bytes, 0, target, JAVA_BYTE, offset, bytes.length);
      return offset + bytes.length;
    }
    int index = 0;
    if (chars >= 4) {
      index = putAscii(text, chars, target, offset);
    }
    long place = offset + index;
    for (; index < chars; index++) {
      char c = text.charAt(index);
      if (c < 0x80) {
        target.set(JAVA_BYTE, place++, (byte) c);
      } else if (Character.isSurrogate(c)) {
        place = putMultiByte(requirePair(text, index++), target, place);
      } else {
        place = putMultiByte(c, target, place);
      }
    }
    return place;
  }

  /**
   * Writes characters of which none is beyond ASCII, several at a time: one by one each asks the
   * target anew how long it is and whether it is open.
   *
   * @param chars how many the text has, at least four
   * @return how many were written: all, or as many as stand before others
   */
  private static int putAscii(String text, int chars, MemorySegment target, long offset) {
    int index = 0;
    for (; index + 8 <= chars; index += 8) {
      long word = ascii8(text, index);
      if (word < 0) {
        return index;
      }
      target.set(LONG, offset + index, word);
    }
    if (index == chars) {
      return chars;
    }
    if (chars >= 8) { // the rest by a word that begins before it
      long word = ascii8(text, chars - 8);
      if (word < 0) {
        return index;
      }
      target.set(LONG, offset + chars - 8, word);
      return chars;
    }
    long first = ascii4(text, 0);
    long last = ascii4(text, chars - 4);
    if ((first | last) < 0) {
      return 0;
    }
    target.set(INT, offset, (int) first);
    target.set(INT, offset + chars - 4, (int) last);
    return chars;
  }

  /**
   * Eight characters as the bytes of a word, the first one lowest; -1 if any is beyond ASCII.
   * Written out, as the compiler leaves a loop as it is where much is around it. They are joined
   * two bytes apart, so that none spills over into another one.
   */
  private static long ascii8(String text, int index) {
    long c7 = text.charAt(index + 7); // the last one first: then the bounds of the others are known
    long odd =
        text.charAt(index + 1)
            | ((long) text.charAt(index + 3) << 16)
            | ((long) text.charAt(index + 5) << 32)
            | (c7 << 48);
    long even =
        text.charAt(index)
            | ((long) text.charAt(index + 2) << 16)
            | ((long) text.charAt(index + 4) << 32)
            | ((long) text.charAt(index + 6) << 48);
    return ((even | odd) & BEYOND_ASCII) == 0 ? even | (odd << 8) : -1;
  }

  /** The same of four. */
  private static long ascii4(String text, int index) {
    char c3 = text.charAt(index + 3);
    char c0 = text.charAt(index);
    char c1 = text.charAt(index + 1);
    char c2 = text.charAt(index + 2);
    return (c0 | c1 | c2 | c3) < 0x80 ? c0 | (c1 << 8) | (c2 << 16) | ((long) c3 << 24) : -1;
  }

  /** Decodes UTF-8, refusing what is none; the input names the place. */
  static String decode(byte[] bytes, CodecInput input) {
    String text = new String(bytes, UTF_8);
    // The JDK puts a replacement char for anything malformed. Only where one is there it is worth
    // asking whether it stood in the bytes.
    if (text.indexOf(REPLACEMENT) >= 0 && !Arrays.equals(text.getBytes(UTF_8), bytes)) {
      throw input.corrupt("the " + bytes.length + " bytes before are no UTF-8");
    }
    return text;
  }

  private static long putMultiByte(int codePoint, MemorySegment target, long offset) {
    int tails = codePoint < 0x800 ? 1 : codePoint < 0x10000 ? 2 : 3;
    int lead = (0xF0 << (3 - tails)) & 0xFF;
    target.set(JAVA_BYTE, offset, (byte) (lead | codePoint >>> (6 * tails)));
    for (int i = 1; i <= tails; i++) {
      int bits = codePoint >>> (6 * (tails - i)) & 0x3F;
      target.set(JAVA_BYTE, offset + i, (byte) (0x80 | bits));
    }
    return offset + 1 + tails;
  }

  private static int requirePair(String text, int index) {
    int codePoint = text.codePointAt(index);
    if (codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
      throw new IllegalArgumentException(
          ("string has the unpaired surrogate U+%04X at index %d, which UTF-8 cannot hold; repair"
                  + " the string or store it as bytes")
              .formatted(codePoint, index));
    }
    return codePoint;
  }
}
