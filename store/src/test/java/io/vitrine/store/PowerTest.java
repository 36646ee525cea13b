package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A store loses its power at random moments; what is left on disk must be a state that it had. */
class PowerTest {
  @Test
  void everyImageIsAStateOfTheHistory() throws IOException {
    long seed = new Random().nextInt(Integer.MAX_VALUE);
    int images = 0;
    int recoveries = 0;
    while (images < 150 || recoveries < 50) {
      PowerRun.Counts counts = PowerRun.play(seed++); // says the seed when it fails
      images += counts.images();
      recoveries += counts.recoveries();
      assertTrue(counts.changes() > 0);
    }
  }
}
