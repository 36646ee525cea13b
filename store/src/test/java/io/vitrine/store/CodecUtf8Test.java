package io.vitrine.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodecUtf8Test {
  private static final int LENGTH_MAX = 40;
  private static final byte AROUND = 0x55;

  /** Of one byte, of two, of three and of four. */
  private static final List<String> OTHERS = List.of("\u007f", "\u0080", "é", "\u07ff", "中", "😀");

  /** Letters and digits, none beside its like, so that a wrong place shows. */
  private static String ascii(int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('!' + i));
    }
    return text.toString();
  }

  private static void check(String text, MemorySegment target, long offset) {
    byte[] expected = text.getBytes(UTF_8);
    target.fill(AROUND);
    assertEquals(expected.length, CodecUtf8.sizeOf(text), text);
    assertEquals(offset + expected.length, CodecUtf8.put(text, target, offset), text);
    byte[] whole = target.toArray(ValueLayout.JAVA_BYTE);
    int from = (int) offset;
    assertArrayEquals(expected, Arrays.copyOfRange(whole, from, from + expected.length), text);
    for (int i = 0; i < whole.length; i++) {
      if (i < from || i >= from + expected.length) {
        assertEquals(AROUND, whole[i], text + ": byte " + i + " is none of it");
      }
    }
  }

  /** In memory of each kind, at an odd place, with nothing behind it. */
  private static void checkEverywhere(String text) {
    int bytes = text.getBytes(UTF_8).length;
    check(text, MemorySegment.ofArray(new byte[3 + bytes]), 3);
    check(text, MemorySegment.ofArray(new byte[bytes + 5]), 0);
    long[] words = new long[(3 + bytes + 7) / 8];
    check(text, MemorySegment.ofArray(words).asSlice(0, 3 + bytes), 3);
    try (Arena arena = Arena.ofConfined()) {
      check(text, arena.allocate(3 + bytes), 3);
    }
  }

  @Test
  void writesAsciiOfEachLength() {
    for (int length = 0; length <= LENGTH_MAX; length++) {
      checkEverywhere(ascii(length));
    }
  }

  @Test
  void writesOtherCharacters_whereverTheyStand() {
    for (int length = 0; length < LENGTH_MAX; length++) {
      for (int at = 0; at <= length; at++) {
        for (String other : OTHERS) {
          String text = ascii(length);
          checkEverywhere(text.substring(0, at) + other + text.substring(at));
        }
      }
    }
  }

  @Test
  void refusesHalfAPair_whereverItStands() {
    for (int length = 0; length < LENGTH_MAX; length++) {
      for (int at = 0; at <= length; at++) {
        String text = ascii(length);
        String half = text.substring(0, at) + '\uD83D' + text.substring(at);
        var refused = assertThrows(IllegalArgumentException.class, () -> CodecUtf8.sizeOf(half));
        assertEquals(
            "string has the unpaired surrogate U+D83D at index "
                + at
                + ", which UTF-8 cannot hold; repair the string or store it as bytes",
            refused.getMessage());
      }
    }
  }
}
