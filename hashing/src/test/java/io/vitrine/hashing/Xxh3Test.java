package io.vitrine.hashing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Random;
import net.openhft.hashing.LongHashFunction;
import org.junit.jupiter.api.Test;

/** {@code xxh3} against that of zero-allocation-hashing, that of hash4j, and a known hash. */
class Xxh3Test {
  private static final long SEED = 3;

  private final HashStrategy xxh3 = HashStrategies.xxh3();
  private final LongHashFunction reference = LongHashFunction.xx3();
  private final Random random = new Random(SEED);

  @Test
  void shouldEqualTheReferenceAtAllLengthsTo1100() {
    for (int length = 0; length <= 1_100; length++) {
      for (int i = 0; i < 20; i++) {
        assertEqualsReference(length);
      }
    }
  }

  @Test
  void shouldEqualTheReferenceAboutTheEndsOfBlocks() {
    for (int blocks = 1; blocks <= 9; blocks++) {
      for (int length = blocks * 1_024 - 130; length <= blocks * 1_024 + 130; length++) {
        assertEqualsReference(length);
      }
    }
    assertEqualsReference(1_000_003);
  }

  @Test
  void shouldEqualTheReferenceOnNumbers() {
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong();
      assertEquals(reference.hashLong(value), xxh3.hash(value), "value=" + value);
      assertEquals(reference.hashInt((int) value), xxh3.hash((int) value), "value=" + (int) value);
    }
  }

  @Test
  void shouldEqualTheReferenceOnAscii() {
    for (int length = 0; length <= 1_100; length++) {
      String text = TextKind.ASCII.text(random, length);
      assertEquals(reference.hashBytes(text.getBytes(US_ASCII)), xxh3.hash(text), text);
    }
  }

  @Test
  void shouldEqualBothReferencesWithAnySeed() {
    long[] seeds = {1, -1, 42, Long.MIN_VALUE, 0x8000_0000L, 0x9E3779B185EBCA87L};
    for (long seed : seeds) {
      HashStrategy seeded = HashStrategies.xxh3(seed);
      LongHashFunction one = LongHashFunction.xx3(seed);
      Hasher64 other = Hashing.xxh3_64(seed);
      for (int length = 0; length <= 2_200; length += 1 + length / 260) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        long hash = seeded.hash(bytes, 0, length);
        String at = "length=" + length + ", seed=" + seed;
        assertEquals(one.hashBytes(bytes), hash, at);
        assertEquals(other.hashBytesToLong(bytes), hash, at);
      }
      long value = random.nextLong();
      assertEquals(one.hashLong(value), seeded.hash(value));
      assertEquals(one.hashInt((int) value), seeded.hash((int) value));
      assertEquals(seed, seeded.seed());
    }
  }

  @Test
  void shouldEqualTheOtherReferenceAtAllLengthsTo1100() {
    Hasher64 other = Hashing.xxh3_64();
    for (int length = 0; length <= 1_100; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      assertEquals(other.hashBytesToLong(bytes), xxh3.hash(bytes, 0, length), "length=" + length);
    }
  }

  @Test
  void shouldHashNothingAsPublished() {
    assertEquals(0x2D06_8005_38D3_94C2L, xxh3.hash(""));
  }

  private void assertEqualsReference(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    assertEquals(reference.hashBytes(bytes), xxh3.hash(bytes, 0, length), "length=" + length);
  }
}
