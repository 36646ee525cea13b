package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DistinctCountTest {
  private static final long SEED = 11;

  @Test
  void shouldCountExactlyWhatFits() {
    var count = new DistinctCount();
    assertEquals(0, count.count());
    count.add(0);
    count.add(0);
    assertEquals(1, count.count());
    var random = new SplittableRandom(SEED);
    for (int i = 1; i < DistinctCount.KEPT_MAX; i++) {
      long hash = random.nextLong();
      count.add(hash);
      count.add(hash);
      assertEquals(i + 1, count.count());
    }
    assertTrue(count.isExact());
    count.add(random.nextLong());
    assertFalse(count.isExact());
    assertTrue(count.count() > 1);
  }

  @Test
  void shouldEstimateWhatDoesNot() {
    for (int all = 300_000; all < 20_000_000; all *= 3) {
      var count = new DistinctCount();
      for (int again = 0; again < 2; again++) {
        var random = new SplittableRandom(SEED + all);
        for (int i = 0; i < all; i++) {
          count.add(random.nextLong());
        }
      }
      assertFalse(count.isExact());
      assertEquals((double) all, (double) count.count(), 0.015 * all);
    }
  }
}
