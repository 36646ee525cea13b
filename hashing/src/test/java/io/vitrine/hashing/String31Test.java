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
        String text = kind.text(random, length);
        long expected = Integer.toUnsignedLong(text.hashCode());
        assertEquals(expected, string31.hash(text), text);
        assertEquals(expected, string31.hash(CharBuffer.wrap(text)), text);
        byte[] utf8 = GeneralizedUtf8.bytes(text);
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
  void shouldCountAnEncodedPairAsThePair() {
    // U+1F600 as six bytes, which no encoder of text makes of it.
    byte[] six = {(byte) 0xED, (byte) 0xA0, (byte) 0xBD, (byte) 0xED, (byte) 0xB8, (byte) 0x80};
    assertEquals(string31.hash("\uD83D\uDE00"), string31.hash(six, 0, 6));
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
    String text = decoded(bytes);
    long expected = Integer.toUnsignedLong(text.hashCode());
    if (expected != string31.hash(bytes, 0, bytes.length)) {
      assertEquals(
          expected,
          string31.hash(bytes, 0, bytes.length),
          () -> Arrays.toString(bytes) + " decoded as " + Arrays.toString(text.toCharArray()));
    }
  }

  /** As {@code String} decodes, but with the surrogates that are encoded. */
  private static String decoded(byte[] bytes) {
    var text = new StringBuilder();
    int from = 0;
    for (int i = 0; i + 2 < bytes.length; i++) {
      if ((bytes[i] & 0xFF) == 0xED
          && (bytes[i + 1] & 0xE0) == 0xA0
          && bytes[i + 2] < (byte) 0xC0) {
        text.append(new String(bytes, from, i - from, UTF_8));
        text.append((char) (0xD000 | (bytes[i + 1] & 0x3F) << 6 | (bytes[i + 2] & 0x3F)));
        from = i + 3;
      }
    }
    return text.append(new String(bytes, from, bytes.length - from, UTF_8)).toString();
  }
}
