package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checksums are what the files have, however they are computed. */
class ChecksTest {
  private static final int BYTES = 700;
  private static final int LANES_FROM = 128;

  private final byte[] bytes = new byte[BYTES + 16];

  ChecksTest() {
    new Random(3).nextBytes(bytes);
  }

  private long word(int at, int end) {
    long word = 0;
    for (int i = Math.min(8, end - at) - 1; i >= 0; i--) {
      word = word << 8 | (bytes[at + i] & 0xFF);
    }
    return word;
  }

  /** As the documentation of the files has it: a word at a time, in four lanes where it is long. */
  private long chain(int offset, int length) {
    long sum = Checks.begin(length);
    int end = offset + length;
    int at = offset;
    if (length >= LANES_FROM) {
      long[] lanes = {sum, sum + 1, sum + 2, sum + 3};
      for (; at < offset + length / LANES_FROM * LANES_FROM; at += 8) {
        int lane = (at - offset) / 8 % 4;
        lanes[lane] = Checks.step(lanes[lane], word(at, end));
      }
      sum = Checks.step(Checks.step(Checks.step(lanes[0], lanes[1]), lanes[2]), lanes[3]);
    }
    for (; at < end; at += 8) {
      sum = Checks.step(sum, word(at, end));
    }
    return sum;
  }

  @Test
  void chainsOfAllLengthsAreThose() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment outside = arena.allocate(bytes.length);
      MemorySegment.copy(bytes, 0, outside, ValueLayout.JAVA_BYTE, 0, bytes.length);
      for (int length = 0; length <= BYTES; length++) {
        int offset = length % 9;
        long expected = chain(offset, length);
        assertEquals(expected, Checks.chain(outside, offset, length), "length " + length);
        MemorySegment inside = MemorySegment.ofArray(bytes);
        assertEquals(expected, Checks.chain(inside, offset, length), "length " + length);
        MemorySegment exact = outside.asSlice(0, offset + length);
        assertEquals(expected, Checks.chain(exact, offset, length), "length " + length);
      }
    }
  }

  @Test
  void aRangeBeyondTheEndIsRefused() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(256);
      for (int length = 8; length <= 256; length += 8) {
        int bytes = length;
        assertThrows(
            IndexOutOfBoundsException.class, () -> Checks.chain(memory, 256 - bytes + 8, bytes));
      }
    }
  }

  @Test
  void aCopyIsTheRange_andItsChain() {
    for (int length = 0; length <= Checks.CHAIN_BYTES_MAX; length++) {
      int padded = (length + 7) & -8;
      Arrays.fill(bytes, 24 + length, 24 + padded, (byte) 0);
      byte[] to = new byte[length];
      long sum = Checks.copyBehind3(MemorySegment.ofArray(bytes), 0, to, 5);
      assertArrayEquals(Arrays.copyOfRange(bytes, 24, 24 + length), to);
      long expected = 5;
      for (int at = 24; at < 24 + padded; at += 8) {
        expected = Checks.step(expected, word(at, 24 + padded));
      }
      assertEquals(expected, sum, "length " + length);
      new Random(length).nextBytes(bytes);
    }
  }

  @Test
  void aWordAndAnArrayHaveTheChainOfTheirBytes() {
    for (int length = Checks.CHAIN_BYTES_MAX - 14; length <= BYTES; length++) {
      int padded = 8 + (length + 7) / 8 * 8;
      Arrays.fill(bytes, 8 + length, padded, (byte) 0);
      byte[] rest = Arrays.copyOfRange(bytes, 8, 8 + length);
      assertEquals(chain(0, padded), Checks.chain(word(0, 8), rest), "length " + length);
      new Random(length).nextBytes(bytes);
    }
  }
}
