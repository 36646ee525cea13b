package io.vitrine.hashing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@code string31} against {@link String#hashCode}. */
class String31Test {
  private static final long SEED = 31;

  private final HashStrategy string31 = HashStrategies.string31();
  private final Random random = new Random(SEED);

  @Test
  void shouldEqualHashCodeOfTextZeroExtended() {
    for (TextKind kind : TextKind.values()) {
      for (int length = 0; length < 300; length++) {
        // Only unpaired surrogates differ: encoding turns them into question marks.
        String text = new String(kind.text(random, length).getBytes(UTF_8), UTF_8);
        long expected = Integer.toUnsignedLong(text.hashCode());
        assertEquals(expected, string31.hash(text), text);
        assertEquals(expected, string31.hash(CharBuffer.wrap(text)), text);
        byte[] utf8 = text.getBytes(UTF_8);
        assertEquals(expected, string31.hash(utf8, 0, utf8.length), text);
      }
    }
  }

  @Test
  void shouldCollideAsStringsDo() {
    assertEquals(string31.hash("Aa"), string31.hash("BB"));
    assertEquals(string31.hash("bb"), string31.hash("cC"));
    assertEquals(string31.hash("AaBB"), string31.hash("BBAa"));
  }

  @Test
  void shouldDecodeMalformedBytesAsStringDoes() {
    // Bytes that begin, continue and break characters, far more often than chance has them.
    int[] telling = {
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
      0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF
    };
    for (int i = 0; i < 300_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      for (int b = 0; b < bytes.length; b++) {
        bytes[b] = (byte) telling[random.nextInt(telling.length)];
      }
      assertDecodedAsString(bytes);
    }
  }

  @Test
  void shouldDecodeAllPairsOfBytesAsStringDoes() {
    for (int pair = 0; pair < 0x10000; pair++) {
      assertDecodedAsString(new byte[] {(byte) (pair >> 8), (byte) pair});
      assertDecodedAsString(new byte[] {(byte) (pair >> 8), (byte) pair, (byte) 0x80});
      assertDecodedAsString(new byte[] {(byte) (pair >> 8), (byte) pair, 'x'});
    }
  }

  private void assertDecodedAsString(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    long expected = Integer.toUnsignedLong(text.hashCode());
    if (expected != string31.hash(bytes, 0, bytes.length)) {
      assertEquals(
          expected,
          string31.hash(bytes, 0, bytes.length),
          () -> Arrays.toString(bytes) + " decoded as " + Arrays.toString(text.toCharArray()));
    }
  }
}
