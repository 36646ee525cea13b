package io.vitrine.remote.wire;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Strings with surrogates that have no partner. UTF-8 cannot say these; WTF-8 writes such a
 * surrogate as UTF-8 would if it were a character. Stateless.
 *
 * @see <a href="https://simonsapin.github.io/wtf-8/">The WTF-8 encoding</a>
 */
final class Wtf8 {
  private Wtf8() {}

  /** Whether a surrogate of the text has no partner. */
  static boolean isNeeded(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  static byte[] encode(String text) {
    var out = new ByteArrayOutputStream(text.length() + 16);
    text.codePoints()
        .forEach(c -> {
          if (c < 0x80) {
            out.write(c);
          } else if (c < 0x800) {
            out.write(0xC0 | (c >> 6));
            out.write(0x80 | (c & 0x3F));
          } else if (c < 0x10000) {
            out.write(0xE0 | (c >> 12));
            out.write(0x80 | ((c >> 6) & 0x3F));
            out.write(0x80 | (c & 0x3F));
          } else {
            out.write(0xF0 | (c >> 18));
            out.write(0x80 | ((c >> 12) & 0x3F));
            out.write(0x80 | ((c >> 6) & 0x3F));
            out.write(0x80 | (c & 0x3F));
          }
        });
    return out.toByteArray();
  }

  /** The text of the bytes, or null if they are no WTF-8. */
  static @Nullable String decode(byte[] bytes) {
    var out = new StringBuilder(bytes.length);
    for (int at = 0; at < bytes.length; ) {
      int first = bytes[at] & 0xFF;
      int length = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
      if (length == 0 || first > 0xF4 || at + length > bytes.length) {
        return null;
      }
      int c = length == 1 ? first : first & (0xFF >> (length + 1));
      for (int i = 1; i < length; i++) {
        int next = bytes[at + i];
        if ((next & 0xC0) != 0x80) {
          return null;
        }
        c = (c << 6) | (next & 0x3F);
      }
      int least = length == 1 ? 0 : length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
      boolean joins =
          Character.isBmpCodePoint(c)
              && Character.isLowSurrogate((char) c)
              && !out.isEmpty()
              && Character.isHighSurrogate(out.charAt(out.length() - 1));
      if (c < least || c > Character.MAX_CODE_POINT || joins) {
        return null;
      }
      out.appendCodePoint(c);
      at += length;
    }
    return out.toString();
  }
}
