package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Hashes that never change, by which a strategy is recognized. Stateless, for any thread. */
final class SelfTest {
  /* About every border between two ways through some strategy, built in or adapted. */
  private static final int[] LENGTHS = {
    0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 64, 65, 112, 113, 128, 129, 240,
    241, 1_024, 2_100
  };
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

  private SelfTest() {}

  static long of(HashStrategy strategy) {
    byte[] pattern = pattern();
    long sum = 0;
    for (int length : LENGTHS) {
      sum = Long.rotateLeft(sum, 5) * MULTIPLIER + strategy.hash(pattern, 0, length);
    }
    return sum;
  }

  private static byte[] pattern() {
    byte[] pattern = new byte[LENGTHS[LENGTHS.length - 1]];
    for (int i = 0; i < pattern.length; i++) {
      pattern[i] = (byte) (i * 197);
    }
    return pattern;
  }

  /**
   * Whether a strategy keeps its promise to hash equal content equally in every form.
   *
   * @return what it hashes otherwise than the same bytes in an array, or an empty text
   */
  static String unequalForm(HashStrategy strategy) {
    byte[] bytes =
        "\u0141\u00F3d\u017A-2001/departures/ABQ \u20AC".getBytes(StandardCharsets.UTF_8);
    long expected = strategy.hash(bytes, 0, bytes.length);
    if (strategy.hash(new String(bytes, StandardCharsets.UTF_8)) != expected) {
      return "text";
    }
    if (strategy.hash(MemorySegment.ofArray(bytes), 0, bytes.length) != expected) {
      return "a segment";
    }
    if (strategy.hash(0x4241_5A59_3938_3736L)
        != strategy.hash("6789YZAB".getBytes(StandardCharsets.US_ASCII), 0, Long.BYTES)) {
      return "a long";
    }
    if (strategy.hash(0x3938_3736)
        != strategy.hash("6789".getBytes(StandardCharsets.US_ASCII), 0, Integer.BYTES)) {
      return "an int";
    }
    return "";
  }
}
