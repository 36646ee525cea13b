package io.vitrine.bench.hash;

/** What the calls take without any hash: the next key is found, and its length read. Stateless. */
final class NoHash {
  /** The name in reports. */
  static final String FUNCTION = "none";

  private NoHash() {}

  static HashCall of(HashForm form, HashKeys keys) {
    return switch (form) {
      case BYTES, BYTES_CHAINED -> key -> keys.bytes[key].length;
      default -> throw new IllegalArgumentException("not measured: " + form);
    };
  }
}
