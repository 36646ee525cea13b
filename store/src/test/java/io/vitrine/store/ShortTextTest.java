package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Short texts have the bytes that their codec would write, or are left to it. */
class ShortTextTest {
  private static final int INDEX = 3;

  private final ShortText text = new ShortText();

  /** Of an array that held anything before. */
  private static long[] words() {
    long[] words = new long[INDEX + ShortText.CHARS_MAX / 8 + 2];
    Arrays.fill(words, 0x5A5A_5A5A_5A5A_5A5AL);
    return words;
  }

  private void assertWritten(String written) {
    long[] words = words();
    assertEquals(true, text.write(written, words, INDEX), written);
    int bytes = written.length();
    byte[] found = MemorySegment.ofArray(words).toArray(ValueLayout.JAVA_BYTE);
    byte[] padded = new byte[(bytes + 7) & -8];
    System.arraycopy(written.getBytes(StandardCharsets.UTF_8), 0, padded, 0, bytes);
    assertArrayEquals(padded, Arrays.copyOfRange(found, 8 * INDEX, 8 * INDEX + padded.length));
    for (int i = 0; i < words.length; i++) {
      if (i < INDEX || i >= INDEX + padded.length / 8) {
        assertEquals(0x5A5A_5A5A_5A5A_5A5AL, words[i], "word " + i + " of " + written);
      }
    }
  }

  @Test
  void asciiOfEachLengthIsWritten() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int length = ShortText.CHARS_MAX; length >= 0; length--) {
      for (int round = 0; round < 20; round++) {
        var built = new StringBuilder();
        for (int i = 0; i < length; i++) {
          built.append((char) random.nextInt(0x80));
        }
        try {
          assertWritten(built.toString());
        } catch (AssertionError e) {
          throw new AssertionError("seed " + seed, e);
        }
      }
    }
  }

  @Test
  void whatIsBeyondAsciiAnywhereIsLeft() {
    for (int length = 1; length <= ShortText.CHARS_MAX; length++) {
      for (int at = 0; at < length; at++) {
        for (char beyond : new char[] {0x80, 0xFF, 0x100, 0x8000, 0xD800, 0xDC00, 0xFFFF}) {
          char[] chars = new char[length];
          Arrays.fill(chars, 'a');
          chars[at] = beyond;
          String left = new String(chars);
          assertEquals(false, text.write(left, words(), INDEX), () -> "U+" + (int) beyond);
        }
      }
    }
  }

  @Test
  void whatIsLongIsLeft() {
    assertEquals(false, text.write("a".repeat(ShortText.CHARS_MAX + 1), words(), INDEX));
    assertEquals(false, text.write("a".repeat(100_000), words(), INDEX));
  }

  /** Keys around the limits, one after the other by one thread: nothing is left of the former. */
  @Test
  void asKeysTheyAreFoundAgain(@TempDir Path folder) {
    try (Store store = Stores.open(folder)) {
      StoreMap<String, Long> map =
          store.map("/maps/m", MapOptions.of(Codecs.strings(), Codecs.longs()));
      long number = 0;
      for (int length = 0; length < 300; length++) {
        for (String last : new String[] {"", "z", "ü", "€", "🙂"}) {
          map.put("k".repeat(length) + last, number++);
        }
      }
      assertThrows(IllegalArgumentException.class, () -> map.put("half \uD83D", 0L));
      number = 0;
      for (int length = 0; length < 300; length++) {
        for (String last : new String[] {"", "z", "ü", "€", "🙂"}) {
          assertEquals(number++, map.get("k".repeat(length) + last), () -> "key with " + last);
        }
      }
      assertEquals(1_500, map.size());
      map.forEach((key, value) -> assertEquals(value, map.get(key), key));
    }
  }
}
