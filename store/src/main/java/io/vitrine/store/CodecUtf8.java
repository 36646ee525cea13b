package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Strings as UTF-8 in both directions without any silent replacement. Stateless.
 *
 * <p>Short strings are written byte by byte, which needs no array; for long ones an array and a
 * bulk copy is faster.
 */
final class CodecUtf8 {
  private static final int BULK_CHARS = 32;
  private static final char REPLACEMENT = '\uFFFD';

  private CodecUtf8() {}

  /** Bytes of a string in UTF-8; refuses unpaired surrogates, which have none. */
  static long sizeOf(String text) {
    int chars = text.length();
    int index = 0;
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
    long place = offset;
    for (int index = 0; index < chars; index++) {
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
