package io.vitrine.hashing;

/**
 * Reads the UTF-8 bytes of a text that is all ASCII from its characters, one each. Stateless, for
 * any thread. Good for short text; what is longer is encoded first.
 */
final class AsciiSource extends ByteSource<String> {
  static final AsciiSource INSTANCE = new AsciiSource();

  /** Longest text worth reading like this, in characters. */
  static final int LENGTH_MAX = 16;

  private AsciiSource() {}

  /** Whether a text may be read here: short, and without a character above 127. */
  static boolean reads(String text) {
    int length = text.length();
    if (length > LENGTH_MAX) {
      return false;
    }
    int bits = 0;
    for (int i = 0; i < length; i++) {
      bits |= text.charAt(i);
    }
    return bits < 0x80;
  }

  @Override
  long int64(String from, long at) {
    return (int32(from, at) & 0xFFFF_FFFFL) | (long) int32(from, at + 4) << 32;
  }

  @Override
  int int32(String from, long at) {
    int i = (int) at;
    return from.charAt(i)
        | from.charAt(i + 1) << 8
        | from.charAt(i + 2) << 16
        | from.charAt(i + 3) << 24;
  }

  @Override
  int uint8(String from, long at) {
    return from.charAt((int) at);
  }
}
