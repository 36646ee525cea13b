package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AvalancheTest {
  private static final int TRIALS = 2_000;

  @Test
  void shouldFindNothingWrongWithGoodHashes() {
    for (String name : List.of("rapid", "xxh3", "siphash")) {
      Avalanche found = Avalanche.of(HashStrategies.of(name, 0), 8, TRIALS);
      assertEquals(64, found.width(), name);
      assertEquals(32, found.meanFlips(), 0.2, name);
      // 3,584 shares of 2,000 trials each: the worst of them is off by about 3.6 sigma = 0.04.
      assertTrue(found.worstBias() < 0.07, name + " " + found.worstBias());
    }
  }

  @Test
  void shouldFindWhatIsWrongWithOthers() {
    Avalanche string31 = Avalanche.of(HashStrategies.string31(), 8, TRIALS);
    assertEquals(32, string31.width());
    assertEquals(0.5, string31.worstBias(), 0); // the lowest bit of the last character
    assertTrue(string31.meanFlips() < 16, () -> "" + string31.meanFlips());
    // A linear function flips the same bits whatever the key.
    Avalanche crc = Avalanche.of(HashStrategies.crc32c(), 4, TRIALS);
    assertEquals(0.5, crc.worstBias(), 0);
    assertTrue(crc.matrix().chars().allMatch(c -> c == '0' || c == 'd'), crc::matrix);
  }

  @Test
  void shouldTellAllFlipsOnce() {
    for (HashStrategy strategy : List.of(HashStrategies.rapid(), HashStrategies.native32())) {
      for (int length : Avalanche.LENGTHS) {
        Avalanche found = Avalanche.of(strategy, length, 100);
        assertEquals(1, Arrays.stream(found.distribution()).sum(), 1e-9);
        assertEquals(found.width() * 7 * length, found.matrix().length());
      }
    }
  }
}
