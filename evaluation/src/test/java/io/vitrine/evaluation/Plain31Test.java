package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.HashStrategy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is measured as 31 is 31, of text of every kind. */
class Plain31Test {
  private static final String ASCII = "The quick brown fox jumps over the lazy dog";

  @Test
  void shouldBeTheHashOfString() {
    for (HashStrategy each : Plain31.both()) {
      for (TextKind kind : TextKind.values()) {
        for (int length = 0; length <= ASCII.length(); length++) {
          String text = kind.of(ASCII.substring(0, length));
          long found = each.hash(text);
          assertEquals(Integer.toUnsignedLong(text.hashCode()), found, each.name() + " " + text);
          assertEquals(found, each.hash(text), "a second time");
        }
      }
    }
  }

  @Test
  void shouldBeTheHashOfArrays() {
    byte[] bytes = ASCII.getBytes(StandardCharsets.US_ASCII);
    long vector = Plain31.of(Plain31.VECTOR).hash(bytes, 0, bytes.length);
    assertEquals(Integer.toUnsignedLong(Arrays.hashCode(bytes)), vector);
    long loop = Plain31.of(Plain31.LOOP).hash(bytes, 0, bytes.length);
    assertEquals(Integer.toUnsignedLong(ASCII.hashCode()), loop);
  }

  @Test
  void shouldMakeTextsOfEveryKind() {
    assertEquals(ASCII, TextKind.ASCII.of(ASCII));
    String latin1 = TextKind.LATIN1.of(ASCII);
    assertTrue(latin1.chars().anyMatch(c -> c >= 0x80), latin1);
    assertTrue(StandardCharsets.ISO_8859_1.newEncoder().canEncode(latin1), latin1);
    String utf16 = TextKind.UTF16.of(ASCII);
    assertTrue(utf16.chars().anyMatch(c -> c > 0xFF), utf16);
    assertEquals(ASCII.length(), utf16.length());
  }
}
