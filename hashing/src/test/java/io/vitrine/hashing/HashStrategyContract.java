package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every strategy keeps: equal content hashes equally in every form. */
abstract class HashStrategyContract {
  private static final int LENGTH_MAX = 1_100;
  private static final long SEED = 20_010_101;

  private final Random random = new Random(SEED);

  abstract HashStrategy create();

  @Test
  void shouldHashArraysAndSegmentsAlikeAtAnyAlignment() {
    HashStrategy strategy = create();
    byte[] bytes = new byte[LENGTH_MAX + 16];
    random.nextBytes(bytes);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment nativeSegment = arena.allocate(bytes.length, 8);
      MemorySegment.copy(bytes, 0, nativeSegment, ValueLayout.JAVA_BYTE, 0, bytes.length);
      MemorySegment heap = MemorySegment.ofArray(bytes);
      MemorySegment shifted = MemorySegment.ofArray(moved(bytes, 3)).asSlice(3, bytes.length);
      MemorySegment longs = MemorySegment.ofArray(new long[(bytes.length + 7) / 8]);
      longs.copyFrom(heap);
      for (int length = 0; length <= LENGTH_MAX; length++) {
        int offset = length % 16;
        byte[] exact = Arrays.copyOfRange(bytes, offset, offset + length);
        long expected = strategy.hash(exact, 0, length);
        String at = "length=" + length + ", offset=" + offset;
        assertEquals(expected, strategy.hash(bytes, offset, length), at);
        for (MemorySegment segment :
            List.of(nativeSegment, heap, heap.asReadOnly(), shifted, longs)) {
          assertEquals(expected, strategy.hash(segment, offset, length), at + " " + segment);
          MemorySegment slice = segment.asSlice(offset, length);
          assertEquals(expected, strategy.hash(slice, 0, length), at + " slice " + segment);
        }
      }
    }
  }

  @Test
  void shouldHashEveryOffsetOfShortInputAlike() {
    HashStrategy strategy = create();
    byte[] bytes = new byte[300];
    for (int length = 0; length < 130; length++) {
      byte[] content = new byte[length];
      random.nextBytes(content);
      long expected = strategy.hash(content, 0, length);
      for (int offset = 0; offset < 17; offset++) {
        System.arraycopy(content, 0, bytes, offset, length);
        assertEquals(expected, strategy.hash(bytes, offset, length), "offset=" + offset);
      }
    }
  }

  @Test
  void shouldHashNumbersAsTheirLittleEndianBytes() {
    HashStrategy strategy = create();
    for (int i = 0; i < 2_000; i++) {
      // Every other number is all ASCII, every third is small.
      long value = random.nextLong() & (i % 2 == 0 ? -1L : 0x7F7F_7F7F_7F7F_7F7FL);
      value >>>= i % 3 == 0 ? random.nextInt(64) : 0;
      ByteBuffer buffer = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
      byte[] bytes = buffer.putLong(value).putInt((int) value).array();
      assertEquals(strategy.hash(bytes, 0, 8), strategy.hash(value), "value=" + value);
      assertEquals(strategy.hash(bytes, 8, 4), strategy.hash((int) value), "value=" + (int) value);
    }
  }

  @Test
  void shouldHashTextAsItsUtf8Bytes() {
    HashStrategy strategy = create();
    for (TextKind kind : TextKind.values()) {
      for (int length = 0; length <= LENGTH_MAX; length++) {
        assertHashesAsUtf8(strategy, kind.text(random, length));
      }
    }
  }

  @Test
  void shouldHashOneOddCharacterAnywhereInAsciiText() {
    HashStrategy strategy = create();
    // The lower bytes of U+0100 and U+0141 are ASCII.
    List<String> others =
        List.of(
            "\0",
            "\u0080",
            "\u00E9",
            "\u0100",
            "\u0141",
            "\u20AC",
            "\uD83D\uDE00",
            "\uD83D",
            "\uDE00");
    for (int length = 1; length <= 70; length++) {
      for (int at = 0; at < length; at++) {
        for (String odd : others) {
          assertHashesAsUtf8(strategy, "a".repeat(at) + odd + "z".repeat(length - at - 1));
        }
      }
    }
  }

  @Test
  void shouldHashUnpairedSurrogatesAsTheThreeBytesOfTheirCodePoints() {
    HashStrategy strategy = create();
    for (String prefix : List.of("", "a", "a".repeat(40), "\u20AC".repeat(40), "a".repeat(900))) {
      for (String odd : List.of("\uD800", "b\uDC00\uDC00", "\uD83D\uD83D\uDE00\uDE00")) {
        for (String end : List.of("", "z", "?".repeat(40), "\u00E9".repeat(40))) {
          assertHashesAsUtf8(strategy, prefix + odd + end);
        }
      }
    }
    byte[] bytes = {
      'a', (byte) 0xED, (byte) 0xA0, (byte) 0x80, (byte) 0xED, (byte) 0xBF, (byte) 0xBF
    };
    assertEquals(strategy.hash(bytes, 0, 4), strategy.hash("a\uD800"));
    assertEquals(strategy.hash(bytes, 4, 3), strategy.hash("\uDFFF"));
  }

  @Test
  void shouldHashLongTextWithUnpairedSurrogatesAlike() {
    HashStrategy strategy = create();
    for (int length : new int[] {16_383, 16_384, 16_385, 20_000, 70_000}) {
      for (TextKind kind : TextKind.values()) {
        assertHashesAsUtf8(strategy, kind.text(random, length));
      }
      assertHashesAsUtf8(strategy, "a".repeat(length) + "\uD83D");
      assertHashesAsUtf8(strategy, "\uDE00" + "a".repeat(length));
    }
  }

  @Test
  void shouldRefuseRangesOutsideOfArrays() {
    HashStrategy strategy = create();
    byte[] bytes = new byte[32];
    int[][] bad = {{0, 33}, {33, 0}, {-1, 4}, {1, 32}, {0, -1}, {Integer.MAX_VALUE, 8}, {24, 9}};
    for (int[] range : bad) {
      assertThrows(
          IndexOutOfBoundsException.class,
          () -> strategy.hash(bytes, range[0], range[1]),
          () -> Arrays.toString(range));
    }
    assertEquals(strategy.hash(bytes, 0, 0), strategy.hash(bytes, 32, 0));
  }

  @Test
  void shouldRefuseRangesThatEndOneByteBeyondArraysAndSegments() {
    HashStrategy strategy = create();
    try (Arena arena = Arena.ofConfined()) {
      for (int length = 1; length <= 2_100; length += 1 + length / 300) {
        int range = length;
        byte[] array = new byte[range + 2];
        MemorySegment segment = arena.allocate(range + 2);
        for (int at : new int[] {-1, 3, Integer.MAX_VALUE - range, Integer.MAX_VALUE}) {
          assertThrows(
              IndexOutOfBoundsException.class,
              () -> strategy.hash(array, at, range),
              () -> "array, " + range + " bytes from " + at);
          assertThrows(
              IndexOutOfBoundsException.class,
              () -> strategy.hash(segment, at, range),
              () -> "segment, " + range + " bytes from " + at);
        }
        assertEquals(strategy.hash(array, 2, range), strategy.hash(segment, 2, range));
      }
    }
  }

  @Test
  void shouldRefuseRangesOutsideOfSegments() {
    HashStrategy strategy = create();
    long[][] bad = {{0, 33}, {33, 0}, {-1, 4}, {1, 32}, {0, -1}, {Long.MAX_VALUE, 8}, {24, 9}};
    try (Arena arena = Arena.ofConfined()) {
      // The slice lies within memory that could be read: its own bounds count.
      MemorySegment slice = arena.allocate(64).asSlice(8, 32);
      MemorySegment heapSlice = MemorySegment.ofArray(new byte[64]).asSlice(8, 32);
      for (MemorySegment segment : List.of(slice, heapSlice)) {
        for (long[] range : bad) {
          assertThrows(
              IndexOutOfBoundsException.class,
              () -> strategy.hash(segment, range[0], range[1]),
              () -> Arrays.toString(range));
        }
        assertEquals(strategy.hash(""), strategy.hash(segment, 32, 0));
      }
    }
  }

  @Test
  void shouldReadNothingOfEmptyRanges() {
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      closed = arena.allocate(8);
    }
    long expected = create().hash(new byte[0], 0, 0);
    assertEquals(expected, create().hash(closed, 0, 0));
    assertEquals(expected, create().hash(closed, 8, 0));
    var own = new Fnv1a("own", 1); // it knows arrays only
    assertEquals(own.hash(new byte[0], 0, 0), own.hash(closed, 0, 0));
  }

  @Test
  void shouldRefuseClosedSegments() {
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      closed = arena.allocate(64);
    }
    assertThrows(IllegalStateException.class, () -> create().hash(closed, 0, 8));
  }

  @Test
  void shouldBeFoundByItsNameAndSeed() {
    HashStrategy strategy = create();
    HashStrategy found = HashStrategies.of(strategy.name(), strategy.seed());
    assertEquals(strategy.id(), found.id());
    assertEquals(strategy.seed(), found.seed());
    assertEquals(HashStrategies.selfTest(strategy), HashStrategies.selfTest(found));
    assertTrue(strategy.toString().startsWith(strategy.name()), strategy::toString);
  }

  private static void assertHashesAsUtf8(HashStrategy strategy, String text) {
    byte[] utf8 = GeneralizedUtf8.bytes(text);
    long expected = strategy.hash(utf8, 0, utf8.length);
    assertEquals(expected, strategy.hash(text), text);
    assertEquals(expected, strategy.hash(CharBuffer.wrap(text)), text);
  }

  private static byte[] moved(byte[] bytes, int by) {
    byte[] moved = new byte[bytes.length + by];
    System.arraycopy(bytes, 0, moved, by, bytes.length);
    return moved;
  }
}
