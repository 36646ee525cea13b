package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
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

  /** Whether the run sees that a repair of an image has given something up. */
  @Test
  void aRepairThatGivesSomethingUpIsABreach() {
    var perhaps = new LostEntry("/maps/a", "", 0, "maps/a.vtr", 4096, "its header is gone");
    PowerRun.checkNothingLost(report(List.of(), 0));
    List<RepairReport> breaches =
        List.of(
            report(List.of(), 1),
            report(List.of(perhaps), 0),
            report(List.of(), 0, "/maps/a: its file is gone"));
    for (RepairReport breach : breaches) {
      assertThrows(AssertionError.class, () -> PowerRun.checkNothingLost(breach));
    }
  }

  private static RepairReport report(List<LostEntry> lost, long lostEntries, String... notes) {
    return new RepairReport(
        List.of("/maps/a"), 9, 0, lost, lostEntries, List.of(notes), true, true, false, "");
  }
}
