package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** SipHash against the vectors of its paper, Guava's, and those of another implementation. */
class SipHashTest {
  private static final long SEED = 24;

  private final Random random = new Random(SEED);

  /** Key 00 01 .. 0f, input 00 01 .. of this length: appendix A of the paper has the last. */
  private static final Map<Integer, Long> PUBLISHED =
      Map.of(
          0, 0x726fdb47dd0e0e31L,
          1, 0x74f839c593dc67fdL,
          2, 0x0d6c8009d9a94f5aL,
          3, 0x85676696d7fb7e2dL,
          4, 0xcf2794e0277187b7L,
          5, 0x18765564cd99a68dL,
          6, 0xcbc9466e58fee3ceL,
          7, 0xab0200f58b01d137L,
          8, 0x93f5f5799a932462L,
          15, 0xa129ca6149be45e5L);

  /** Key 0, input 00 01 .. of this length: what CPython 3.11 gives with PYTHONHASHSEED=0. */
  private static final Map<Integer, Long> OF_PYTHON =
      Map.of(
          1, 0x068a914128e01e473L,
          2, 0x010bac45c41e3669L,
          7, 0x2f098ab0c751325aL,
          8, 0xead411e67ebe2eeaL,
          9, 0x75927f9d95124362L,
          15, 0xf30eb725bb91c9eaL,
          16, 0x8972188433a5c5b7L,
          31, 0x169739443111d49bL,
          64, 0x75e05fd5bbc870c6L,
          100, 0x1c6a66e1506e7908L);

  @Test
  void shouldEqualThePublishedVectors() {
    HashStrategy siphash = SipHash.keyed(0x0706050403020100L, 0x0f0e0d0c0b0a0908L, true);
    PUBLISHED.forEach((length, expected) ->
        assertEquals(expected, siphash.hash(counting(length), 0, length), "length=" + length));
  }

  @Test
  void shouldEqualGuavaWithAnyKey() {
    for (int key = 0; key < 20; key++) {
      long k0 = random.nextLong();
      long k1 = random.nextLong();
      HashStrategy siphash = SipHash.keyed(k0, k1, true);
      HashFunction reference = Hashing.sipHash24(k0, k1);
      for (int length = 0; length <= 300; length++) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        assertEquals(
            reference.hashBytes(bytes).asLong(), siphash.hash(bytes, 0, length), "n=" + length);
      }
      long value = random.nextLong();
      assertEquals(reference.hashLong(value).asLong(), siphash.hash(value));
      assertEquals(reference.hashInt((int) value).asLong(), siphash.hash((int) value));
    }
  }

  @Test
  void shouldEqualAnotherImplementationWithFewerRounds() {
    HashStrategy siphash13 = SipHash.keyed(0, 0, false);
    OF_PYTHON.forEach((length, expected) ->
        assertEquals(expected, siphash13.hash(counting(length), 0, length), "length=" + length));
  }

  @Test
  void shouldDrawASeedOfItsOwn() {
    HashStrategy one = HashStrategies.siphash();
    HashStrategy other = HashStrategies.siphash();
    assertNotEquals(one.seed(), other.seed());
    assertNotEquals(one.hash("the same key"), other.hash("the same key"));
    assertTrue(one.isSeedDrawn());
    assertFalse(HashStrategies.siphash(one.seed()).isSeedDrawn());
    assertEquals(one.hash("a key"), HashStrategies.siphash(one.seed()).hash("a key"));
    assertEquals("siphash", one.toString()); // not its secret
    assertTrue(HashStrategies.of("siphash").isSeedDrawn());
    assertTrue(HashStrategies.of("siphash13").isSeedDrawn());
    assertNotEquals(HashStrategies.siphash13().seed(), HashStrategies.siphash13().seed());
    assertEquals(0, HashStrategies.of("rapid").seed());
  }

  private static byte[] counting(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }
}
