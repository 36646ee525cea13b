package io.vitrine.bench.hash;

/**
 * What the calls take without any hash: the next key is found, and its length read, or in a row its
 * first byte, or all characters of a text. Stateless.
 */
final class NoHash {
  /** The name in reports. */
  static final String FUNCTION = "none";

  private NoHash() {}

  static HashCall of(HashForm form, HashKeys keys) {
    return switch (form) {
      case BYTES -> key -> keys.bytes[key].length;
      case BYTES_CHAINED -> key -> keys.row[keys.inRow(key)];
      case STRING_LATIN1 -> key -> sum(keys.latin1Texts[key]);
      default -> throw new IllegalArgumentException("not measured: " + form);
    };
  }

  private static int sum(String text) {
    int sum = 0;
    for (int i = 0; i < text.length(); i++) {
      sum ^= text.charAt(i);
    }
    return sum;
  }
}
