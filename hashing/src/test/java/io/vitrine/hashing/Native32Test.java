package io.vitrine.hashing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@code native32} against the article's code, on arrays with the padding that it relies on. */
class Native32Test {
  private static final long SEED = 32;

  private final HashStrategy native32 = HashStrategies.native32();
  private final Random random = new Random(SEED);

  @Test
  void shouldEqualTheArticleAtAllLengths() {
    for (int length = 1; length <= 300; length++) {
      for (int i = 0; i < 20; i++) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        assertEquals(article(bytes), native32.hash(bytes, 0, length), "length=" + length);
      }
    }
  }

  @Test
  void shouldNotReadWhatFollowsTheText() {
    for (int length = 0; length <= 40; length++) {
      byte[] zeros = new byte[length + 8];
      byte[] ones = new byte[length + 8];
      Arrays.fill(ones, (byte) -1);
      random.nextBytes(zeros);
      System.arraycopy(zeros, 0, ones, 0, length);
      Arrays.fill(zeros, length, length + 8, (byte) 0);
      assertEquals(native32.hash(zeros, 0, length), native32.hash(ones, 0, length));
    }
  }

  @Test
  void shouldBeComputableByHand() {
    assertEquals(0, native32.hash(""));
    long h = ('a' | 'b' << 8 | 'c' << 16 | 'd' << 24) * 0x7A64_6E4DL;
    assertEquals(Integer.toUnsignedLong((int) h ^ (int) (h >>> 25)), native32.hash("abcd"));
    assertEquals(native32.hash("abc"), native32.hash("abc\0"));
  }

  /** Ints below 0 and above, at all lengths that have a way of their own, and where they begin. */
  @Test
  void shouldEqualTheArticleAnywhereInAnArray() {
    byte[] bytes = new byte[200];
    for (int i = 0; i < 500; i++) {
      random.nextBytes(bytes);
      int offset = random.nextInt(100);
      for (int length = 1; length <= 64; length++) {
        assertEquals(
            article(Arrays.copyOfRange(bytes, offset, offset + length)),
            native32.hash(bytes, offset, length),
            "length=" + length + ", offset=" + offset);
      }
    }
  }

  /** As printed, but for the ints that are read beyond the end: there is padding of zeros here. */
  private static long article(byte[] bytes) {
    ByteBuffer padded =
        ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 4)).order(ByteOrder.LITTLE_ENDIAN);
    long h = padded.getInt(0);
    for (int i = 4; i < bytes.length; i += 4) {
      h = h * 0x7A64_6E4D + padded.getInt(i);
    }
    h *= 0x7A64_6E4D;
    return Integer.toUnsignedLong((int) h ^ (int) (h >>> 25));
  }

  @Test
  void shouldTellWordsApartBetterThanString31() {
    byte[] one = "Aa".getBytes(US_ASCII);
    byte[] other = "BB".getBytes(US_ASCII);
    assertEquals(false, native32.hash(one, 0, 2) == native32.hash(other, 0, 2));
  }
}
