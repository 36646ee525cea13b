package io.vitrine.hashing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Hashes that never change, by which a strategy is recognized, and whether it hashes all forms
 * alike. Stateless, for any thread.
 */
final class SelfTest {
  /** All lengths of short keys are tried: strategies have a way of their own for each remainder. */
  private static final int SHORT_MAX = 136;

  /* About the borders between two ways through some strategy, built in or adapted, and with all
   * remainders by eight. */
  private static final int[] LONGER = {
    160, 191, 192, 193, 200, 238, 239, 240, 241, 246, 256, 257, 274, 320, 350, 371, 512, 516, 641,
    768, 1_000, 1_024, 1_025, 1_030, 1_283, 1_541, 2_048, 2_055, 2_100
  };

  private static final int[] LENGTHS =
      IntStream.concat(IntStream.rangeClosed(0, SHORT_MAX), IntStream.of(LONGER)).toArray();

  /** Fewer, since each is tried in many forms. */
  private static final int[] FORM_LENGTHS =
      IntStream.concat(
              IntStream.rangeClosed(0, 33),
              IntStream.of(40, 47, 48, 64, 65, 70, 112, 113, 118, 128, 129, 240, 246, 1_030, 2_100))
          .toArray();

  /** Those of files that were made before 27 November 2026. */
  private static final int[] LENGTHS_BEFORE = {
    0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 64, 65, 112, 113, 128, 129, 240,
    241, 1_024, 2_100
  };

  /** Where the bytes begin in other forms: at a word, and anywhere. */
  private static final int[] OFFSETS = {Long.BYTES, 13};

  /** What lies around them, a multiple of eight bytes in all. */
  private static final int BEYOND = 20;

  private static final byte FILLER = 0x5A;

  private static final long[] NUMBERS = {
    0, 1, -1, Long.MIN_VALUE, 0x4241_5A59_3938_3736L, 0xFEDC_BA98_8765_4321L, 1L << 40
  };

  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

  private SelfTest() {}

  static long of(HashStrategy strategy) {
    return of(strategy, LENGTHS);
  }

  /** As files that were made before have it. */
  static long before(HashStrategy strategy) {
    return of(strategy, LENGTHS_BEFORE);
  }

  private static long of(HashStrategy strategy, int[] lengths) {
    byte[] pattern = pattern();
    long sum = 0;
    for (int length : lengths) {
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
   * @param text whether text is tried, too
   * @return what it hashes otherwise than the same bytes in an array, or an empty text
   */
  static String unequalForm(HashStrategy strategy, boolean text) {
    String found = unequalNumber(strategy);
    for (int i = 0; i < OFFSETS.length && found.isEmpty(); i++) {
      found = unequalBytes(strategy, OFFSETS[i]);
    }
    return found.isEmpty() && text ? SelfTestTexts.unequalText(strategy) : found;
  }

  private static String unequalNumber(HashStrategy strategy) {
    byte[] bytes = new byte[Long.BYTES];
    for (long number : NUMBERS) {
      ArraySource.put(bytes, number);
      if (strategy.hash(number) != strategy.hash(bytes, 0, Long.BYTES)) {
        return "a long";
      }
      if (strategy.hash((int) number) != strategy.hash(bytes, 0, Integer.BYTES)) {
        return "an int";
      }
    }
    return "";
  }

  private static String unequalBytes(HashStrategy strategy, int offset) {
    byte[] pattern = pattern();
    byte[] shifted = new byte[pattern.length + BEYOND];
    Arrays.fill(shifted, FILLER);
    System.arraycopy(pattern, 0, shifted, offset, pattern.length);
    try (Arena arena = Arena.ofConfined()) {
      Map<String, MemorySegment> segments = segments(shifted, arena);
      for (int length : FORM_LENGTHS) {
        long expected = strategy.hash(pattern, 0, length);
        if (strategy.hash(shifted, offset, length) != expected) {
          return "an array from an offset on";
        }
        for (Map.Entry<String, MemorySegment> each : segments.entrySet()) {
          MemorySegment segment = each.getValue();
          if (strategy.hash(segment, offset, length) != expected) {
            return each.getKey();
          }
          if (strategy.hash(segment.asSlice(offset, length), 0, length) != expected) {
            return "a slice of a segment";
          }
        }
      }
    }
    return "";
  }

  /** The same bytes in segments of all kinds, by what they are called. */
  private static Map<String, MemorySegment> segments(byte[] bytes, Arena arena) {
    int count = bytes.length;
    var all = new LinkedHashMap<String, MemorySegment>();
    all.put("a segment over a byte[]", MemorySegment.ofArray(new byte[count]));
    all.put("a segment over a long[]", MemorySegment.ofArray(new long[count / Long.BYTES]));
    all.put("a segment over an int[]", MemorySegment.ofArray(new int[count / Integer.BYTES]));
    all.put("a segment over a short[]", MemorySegment.ofArray(new short[count / Short.BYTES]));
    all.put("a segment over a char[]", MemorySegment.ofArray(new char[count / Character.BYTES]));
    all.put("a segment over a float[]", MemorySegment.ofArray(new float[count / Float.BYTES]));
    all.put("a segment over a double[]", MemorySegment.ofArray(new double[count / Double.BYTES]));
    all.put("a native segment", arena.allocate(count, Long.BYTES));
    MemorySegment content = MemorySegment.ofArray(bytes);
    all.values().forEach(segment -> segment.copyFrom(content));
    all.put("a read-only segment over a byte[]", content.asReadOnly());
    all.put(
        "a read-only native segment",
        arena.allocate(count, Long.BYTES).copyFrom(content).asReadOnly());
    return all;
  }
}
