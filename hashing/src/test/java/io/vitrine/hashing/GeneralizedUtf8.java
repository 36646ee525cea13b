package io.vitrine.hashing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** The bytes that a text counts as, one code point after the other: for tests. */
final class GeneralizedUtf8 {
  private GeneralizedUtf8() {}

  /** As UTF-8, and an unpaired surrogate as the three bytes that its code point would have. */
  static byte[] bytes(String text) {
    var bytes = new ByteArrayOutputStream();
    text.codePoints()
        .forEach(point -> {
          if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
            bytes.write(0xED);
            bytes.write(0x80 | (point >> 6 & 0x3F));
            bytes.write(0x80 | (point & 0x3F));
          } else {
            bytes.writeBytes(Character.toString(point).getBytes(UTF_8));
          }
        });
    return bytes.toByteArray();
  }
}
