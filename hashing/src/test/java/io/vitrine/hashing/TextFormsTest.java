package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.CharBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text and its bytes hash alike, whatever each character takes and wherever it stands. */
class TextFormsTest {
  private static final long SEED = 27;
  private static final int ROUNDS = 300;
  private static final int SHORT_MAX = 50;
  private static final int LENGTH_MAX = 300;

  /** The first and the last of one byte, two and three, halves of pairs, and a pair. */
  private static final List<String> EDGES =
      List.of(
          "\0",
          "\u007F",
          "\u0080",
          "\u00FF",
          "\u0100",
          "\u07FF",
          "\u0800",
          "\uD7FF",
          "\uD800",
          "\uDBFF",
          "\uDC00",
          "\uDFFF",
          "\uE000",
          "\uFFFF",
          "\uD800\uDC00",
          "\uDBFF\uDFFF");

  @ParameterizedTest
  @ValueSource(strings = {"rapid:0", "rapid:27", "xxh3:0", "xxh3:27", "siphash:27", "native32"})
  void shouldHashTextOfAnyMixtureAsItsBytes(String name) {
    HashStrategy strategy = HashStrategies.parse(name);
    var random = new Random(SEED);
    for (int length = 0; length <= LENGTH_MAX; length++) {
      int rounds = length <= SHORT_MAX ? ROUNDS : ROUNDS / 50;
      for (int round = 0; round < rounds; round++) {
        assertHashesAsBytes(strategy, mixture(random, length));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rapid", "xxh3"})
  void shouldHashEachPairOfEdgesAnywhereAsBytes(String name) {
    HashStrategy strategy = HashStrategies.of(name, SEED);
    for (String fill : List.of("a", "\u0416", "\u6771", "\uD83D")) {
      for (int before = 0; before <= 40; before++) {
        for (int after = 0; after <= 9; after++) {
          for (String first : EDGES) {
            for (String second : EDGES) {
              String text = fill.repeat(before) + first + second + fill.repeat(after);
              assertHashesAsBytes(strategy, text);
            }
          }
        }
      }
    }
  }

  /** Of one kind, of several, or mostly of one. */
  private static String mixture(Random random, int length) {
    int kinds = 1 + random.nextInt(5);
    int first = random.nextInt(5);
    boolean mostly = random.nextBoolean();
    var text = new StringBuilder();
    while (text.length() < length) {
      int kind = mostly && random.nextInt(6) != 0 ? first : first + random.nextInt(kinds);
      text.append(
          switch (kind % 5) {
            case 0 -> Character.toString(random.nextInt(0x80));
            case 1 -> Character.toString(0x80 + random.nextInt(0x780));
            case 2 -> Character.toString(0x800 + random.nextInt(0xD000));
            case 3 -> EDGES.get(random.nextInt(EDGES.size()));
            default -> Character.toString(0x10000 + random.nextInt(0x100000));
          });
    }
    return text.substring(0, length); // may cut a pair
  }

  private static void assertHashesAsBytes(HashStrategy strategy, String text) {
    byte[] utf8 = GeneralizedUtf8.bytes(text);
    long expected = strategy.hash(utf8, 0, utf8.length);
    if (expected != strategy.hash(text)) {
      assertEquals(expected, strategy.hash(text), "seed=" + SEED + ", text=" + escaped(text));
    }
    assertEquals(expected, strategy.hash(CharBuffer.wrap(text)));
  }

  private static String escaped(String text) {
    var escaped = new StringBuilder();
    text.chars().forEach(c -> escaped.append("\\u%04X".formatted(c)));
    return escaped.toString();
  }
}
