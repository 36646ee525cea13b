package io.vitrine.hashing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lent buffers under use by many threads, and by one thread twice. */
class Utf8BufferTest {
  private static final long SEED = 8;
  private static final int THREADS = 40; // more than there are lanes
  private static final int ROUNDS = 2_000;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldBelongToOneThreadAtATime(boolean virtual) throws Exception {
    var start = new CyclicBarrier(THREADS);
    try (var executor =
        virtual
            ? Executors.newVirtualThreadPerTaskExecutor()
            : Executors.newFixedThreadPool(THREADS)) {
      var tasks = new ArrayList<Callable<Integer>>();
      for (int thread = 0; thread < THREADS; thread++) {
        var random = new Random(SEED + thread);
        tasks.add(() -> {
          start.await();
          return wrongHashes(random);
        });
      }
      for (var wrong : executor.invokeAll(tasks)) {
        assertEquals(0, wrong.get(), "seed=" + SEED);
      }
    }
  }

  @Test
  void shouldEncodeHalfAPairAtTheEndOfLongAscii() {
    HashStrategy rapid = HashStrategies.rapid();
    for (int length = 1; length <= 200; length++) {
      String text = "a".repeat(length);
      for (String half : List.of("\uD83D", "\uDE00")) {
        byte[] expected = GeneralizedUtf8.bytes(text + half);
        assertEquals(rapid.hash(expected, 0, expected.length), rapid.hash(text + half));
      }
      // And nothing of it is left for the next one.
      assertEquals(rapid.hash(text.getBytes(UTF_8), 0, length), rapid.hash(text));
    }
  }

  /** Long text is encoded in parts: halves of pairs at their ends, and alone there. */
  @Test
  @SuppressWarnings("UnnecessaryStringBuilder") // A text that is no String.
  void shouldEncodeLongTextInPartsAsInOne() {
    HashStrategy rapid = HashStrategies.rapid();
    int part = Utf8Buffer.LENGTH_MAX;
    for (String at : List.of("\uD83D\uDE00", "\uD83D\uD83D\uDE00", "\uDE00\uD83D", "\u20AC", "?")) {
      for (String fill : List.of("a", "\u00FC", "\u6771")) {
        for (int before = part - 3; before <= part + 1; before++) {
          String text = fill.repeat(before) + at + fill.repeat(part - 2) + at + fill;
          byte[] expected = GeneralizedUtf8.bytes(text);
          long hash = rapid.hash(expected, 0, expected.length);
          assertEquals(hash, rapid.hash(text));
          assertEquals(hash, rapid.hash(new StringBuilder(text)));
        }
      }
    }
  }

  /** On both sides of the longest text that has a kept buffer. */
  @Test
  void shouldEncodeTextOfMoreThanAMillionCharacters() {
    HashStrategy rapid = HashStrategies.rapid();
    for (int length = Utf8Buffer.LONG_MAX - 1; length <= Utf8Buffer.LONG_MAX + 1; length++) {
      String text = "\uD83D" + "\u6771".repeat(length - 2) + "\uD83D";
      byte[] expected = GeneralizedUtf8.bytes(text);
      assertEquals(rapid.hash(expected, 0, expected.length), rapid.hash(text));
    }
  }

  @Test
  void shouldNotBeSharedWithTextThatHashesTextItself() {
    HashStrategy rapid = HashStrategies.rapid();
    String text = "text of its own that is long enough for a buffer \u20AC";
    assertEquals(rapid.hash(text), rapid.hash(new HashingText(text, rapid)));
  }

  /** Short ones and long ones: what was lent to them is not lent again, or is whole. */
  @Test
  void shouldOutliveTextThatThrows() {
    HashStrategy rapid = HashStrategies.rapid();
    for (int length : new int[] {40, 5_000, Utf8Buffer.LENGTH_MAX + 1}) {
      String text = "\u20AC".repeat(length);
      byte[] utf8 = text.getBytes(UTF_8);
      long expected = rapid.hash(utf8, 0, utf8.length);
      for (int i = 0; i < 100; i++) {
        var broken = new BrokenText(text);
        assertThrows(UnsupportedOperationException.class, () -> rapid.hash(broken));
        assertEquals(expected, rapid.hash(text));
        assertEquals(expected, rapid.hash(new HashingText(text, rapid)));
      }
    }
  }

  private static int wrongHashes(Random random) {
    HashStrategy xxh3 = HashStrategies.xxh3();
    int wrong = 0;
    for (int i = 0; i < ROUNDS; i++) {
      // Mostly short, a few for which a buffer has to grow, and of these some that are longer yet.
      int most = random.nextInt(100) == 0 ? Utf8Buffer.LENGTH_MAX + 2_000 : 1_100;
      String text = TextKind.MIXED.text(random, random.nextInt(most));
      byte[] utf8 = text.getBytes(UTF_8);
      wrong += xxh3.hash(text) == xxh3.hash(utf8, 0, utf8.length) ? 0 : 1;
    }
    return wrong;
  }

  /** Ends in an exception in the middle. */
  private record BrokenText(String text) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (index > text.length() / 2) {
        throw new UnsupportedOperationException("broken");
      }
      return 'x';
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Hashes something else whenever it is read. */
  private record HashingText(String text, HashStrategy strategy) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      return strategy.hash("something else that goes through a buffer") == 0
          ? 0
          : text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
