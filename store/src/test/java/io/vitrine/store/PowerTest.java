package io.vitrine.store;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A store loses its power at random moments; what is left on disk must be a state that it had. */
class PowerTest {
  private static final int RUNS = Integer.getInteger("vitrine.power.runs", 6);

  @Test
  void everyImageIsAStateOfTheHistory() throws IOException {
    long first = Long.getLong("vitrine.power.seed", new Random().nextInt(Integer.MAX_VALUE));
    long begin = System.nanoTime();
    long[] sum = new long[3];
    for (long seed = first; seed < first + RUNS; seed++) {
      long[] counts = PowerRun.play(seed);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += counts[i];
      }
    }
    System.out.println(
        java.util.Arrays.toString(sum) + " in " + (System.nanoTime() - begin) / 1e9 + " s");
  }
}
