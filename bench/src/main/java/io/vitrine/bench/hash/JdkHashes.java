package io.vitrine.bench.hash;

import java.util.Arrays;

/**
 * 31·h + c over one-byte and two-byte characters, as a loop and as the JDK's methods, which it
 * compiles to vector instructions. Stateless.
 */
final class JdkHashes {
  private JdkHashes() {}

  static HashCall of(String function, HashForm form, HashKeys keys) {
    boolean loop = function.equals("loop31");
    return switch (form) {
      case BYTES -> loop ? key -> loop(keys.bytes[key]) : key -> Arrays.hashCode(keys.bytes[key]);
      case BYTES_CHAINED -> key -> loop(keys.row, keys.inRow(key), keys.length);
      case STRING -> loop ? key -> loop(keys.texts[key]) : key -> vectorized(keys.texts[key]);
      case STRING_LATIN1 ->
          loop ? key -> loop(keys.latin1Texts[key]) : key -> vectorized(keys.latin1Texts[key]);
      case STRING_UTF16 ->
          loop ? key -> loop(keys.wideTexts[key]) : key -> Arrays.hashCode(keys.chars[key]);
      default -> throw new IllegalArgumentException("not measured: " + form);
    };
  }

  /**
   * A new {@code String} of the same text has kept no hash yet, as long as nobody has asked the
   * other one for its. The characters are not copied, and the compiler does without the object.
   */
  @SuppressWarnings("StringOperationCanBeSimplified") // Nothing else forgets a hash.
  private static int vectorized(String text) {
    return new String(text).hashCode();
  }

  private static int loop(byte[] bytes) {
    int h = 0;
    for (byte each : bytes) {
      h = 31 * h + each;
    }
    return h;
  }

  private static int loop(byte[] bytes, int offset, int length) {
    int h = 0;
    for (int i = offset; i < offset + length; i++) {
      h = 31 * h + bytes[i];
    }
    return h;
  }

  private static int loop(String text) {
    int h = 0;
    for (int i = 0; i < text.length(); i++) {
      h = 31 * h + text.charAt(i);
    }
    return h;
  }
}
