package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@code rapid} against the rapidhash 3 of hash4j, and against a known hash. */
class RapidTest {
  private static final long SEED = 7;
  private static final long[] SEEDS = {0, 1, -1, 42, Long.MIN_VALUE, 0x4b33a62ed433d4a3L};

  private final Random random = new Random(SEED);

  @Test
  void shouldEqualTheReferenceAtAllLengthsTo1100WithAnySeed() {
    for (long seed : SEEDS) {
      HashStrategy rapid = HashStrategies.rapid(seed);
      Hasher64 reference = Hashing.rapidhashV3(seed);
      for (int length = 0; length <= 1_100; length++) {
        for (int i = 0; i < 5; i++) {
          byte[] bytes = new byte[length];
          random.nextBytes(bytes);
          assertEquals(
              reference.hashBytesToLong(bytes),
              rapid.hash(bytes, 0, length),
              "length=" + length + ", seed=" + seed);
        }
      }
    }
  }

  @Test
  void shouldHaveSeedZeroUnlessGivenOne() {
    byte[] bytes = new byte[1_000_003];
    random.nextBytes(bytes);
    assertEquals(
        Hashing.rapidhashV3().hashBytesToLong(bytes),
        HashStrategies.rapid().hash(bytes, 0, bytes.length));
    assertEquals(0, HashStrategies.rapid().seed());
  }

  @Test
  void shouldHashAsPublished() {
    assertEquals(3_397_907_815_814_400_320L, HashStrategies.rapid().hash("hello world"));
  }

  @Test
  void shouldHashOtherwiseWithEverySeed() {
    var hashes = new HashSet<Long>();
    for (int seed = 0; seed < 1_000; seed++) {
      hashes.add(HashStrategies.rapid(seed).hash("the same key"));
    }
    assertEquals(1_000, hashes.size());
    assertNotEquals(HashStrategies.rapid(1).hash(5L), HashStrategies.rapid(2).hash(5L));
    assertNotEquals(HashStrategies.rapid(1).hash(""), HashStrategies.rapid(2).hash(""));
  }
}
