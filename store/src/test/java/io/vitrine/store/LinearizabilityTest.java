package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The operations of a map take effect at one instant each, by Lincheck: in many real runs, and in
 * runs that a model checker schedules access by access. In every build a minute of it; {@code
 * -Dlincheck.long=true} takes several.
 */
@Execution(ExecutionMode.CONCURRENT) // each in a process of its own
class LinearizabilityTest {
  @TempDir static Path temporary;

  private static int runs(int inEveryBuild, int many) {
    return Boolean.getBoolean("lincheck.long") ? many : inEveryBuild;
  }

  @Test
  void holdsInRealRuns() {
    check(LinearCheck.HOLDS, "stress", LinearMap.class, runs(6, 15), 1_000);
  }

  @Test
  void holdsInScheduledRuns() {
    check(LinearCheck.HOLDS, "model", LinearMap.class, runs(5, 20), runs(30, 80));
  }

  @Test
  void holdsInRealRunsThatTakeBlocksAgain() {
    check(LinearCheck.HOLDS, "stress", SpareLinearMap.class, runs(3, 15), 1_000);
  }

  @Test
  void holdsInScheduledRunsThatTakeBlocksAgain() {
    check(LinearCheck.HOLDS, "model", SpareLinearMap.class, runs(3, 10), runs(35, 400));
  }

  @Test
  void holdsInRealRunsOfACompactMap() {
    check(LinearCheck.HOLDS, "stress", CompactLinearMap.class, runs(3, 5), 1_000);
  }

  @Test
  void holdsInScheduledRunsOfACompactMap() {
    check(LinearCheck.HOLDS, "model", CompactLinearMap.class, runs(4, 8), runs(20, 40));
  }

  @Test
  void groupsHoldInRealRuns() {
    check(LinearCheck.HOLDS, "stress", LinearGroups.class, runs(4, 8), 1_000);
  }

  @Test
  void groupsHoldInScheduledRuns() {
    check(LinearCheck.HOLDS, "model", LinearGroups.class, runs(3, 6), runs(10, 20));
  }

  @Test
  void aLostUpdateIsFound() {
    check(LinearCheck.FAILS, "model", LossyMap.class, 20, 200);
  }

  /** Which runs of a map are without a log: each kind has one of its two so. */
  private static String unlogged(Class<?> operations) {
    return operations == CompactLinearMap.class ? "model" : "stress";
  }

  /** Lets a process check; all that it prints is told if it finds something else than expected. */
  private static void check(
      String expected, String how, Class<?> operations, int iterations, int runs) {
    var flags =
        new ArrayList<>(
            List.of(
                "-Xmx512m",
                "-XX:+EnableDynamicAgentLoading",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dvitrine.memory.hook=true",
                "-Djava.io.tmpdir=" + temporary)); // Lincheck leaves its jars behind
    if (operations != LinearGroups.class && how.equals(unlogged(operations))) {
      flags.add("-Dlinear.unlogged=true");
    }
    if (operations == LinearGroups.class) { // whose objects the model checker looks into
      flags.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    }
    var lines = new ArrayList<String>();
    try (ChildJvm child =
        ChildJvm.start(
            LinearCheck.class,
            flags,
            how,
            operations.getName(),
            Integer.toString(iterations),
            Integer.toString(runs))) {
      for (String line = child.line(); line != null; line = child.line()) {
        lines.add(line);
      }
      assertEquals(0, child.waitFor(), () -> String.join("\n", lines));
    }
    assertEquals(expected, lines.getLast(), () -> String.join("\n", lines));
  }
}
