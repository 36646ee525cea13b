package io.vitrine.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run of all leaves out where the machine is too slow for the time that is promised: of a
 * long one the third JVM of measurements, those first whose figures take longest; of a short one
 * whole measurements, but not those that decide, those at the end first. Who says what he wants
 * gets all of it. For one thread.
 */
final class LeftOut {
  /** A whole run promises to end within 45 minutes; its builds and its end take some of them. */
  private static final double SECONDS_OF_WHOLE = 44 * 60;

  /** A short one less than 5; what comes last may take twice as long as is guessed. */
  private static final double SECONDS_OF_QUICK = 4.6 * 60;

  /** Rounds beyond so many are left out where a whole run would take longer. */
  private static final int ROUNDS_MIN = 2;

  private final Settings settings;
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  LeftOut(Settings settings) {
    this.settings = settings;
  }

  /** Whether a round of a measurement is left out where time is short. */
  boolean isSpare(Workload workload, int round) {
    if (!settings.isTimed()) {
      return false;
    }
    return settings.quick() ? !CallPlan.isDecisive(workload.name()) : round > ROUNDS_MIN;
  }

  /**
   * Leaves the next steps out if there is no time for them.
   *
   * @param count how many steps the round is
   * @return whether they are left out
   */
  boolean leavesOut(Workload workload, int round, int count, Progress progress) {
    double limit = settings.quick() ? SECONDS_OF_QUICK : SECONDS_OF_WHOLE;
    if (!isSpare(workload, round) || progress.hasTimeFor(count, limit, !settings.quick())) {
      return false;
    }
    progress.leaveOut(count);
    counts.merge(workload.name(), count, Integer::sum);
    return true;
  }

  /** How many measurements are left out. */
  int count() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** What is left out, null if nothing is: for the results. */
  @Nullable String what() {
    if (counts.isEmpty()) {
      return null;
    }
    return settings.quick()
        ? count() + " measurements: " + String.join(", ", counts.keySet())
        : count() + " measurements of a third JVM";
  }

  /** The same for who reads it, with how to measure all. */
  @Nullable String note() {
    if (counts.isEmpty()) {
      return null;
    }
    return settings.quick()
        ? count()
            + " measurements were left out, so that the run ends within 5 minutes on a slow"
            + " machine; --only makes them: "
            + String.join(",", counts.keySet())
        : what()
            + " were left out, so that the run ends within 45 minutes on a slow machine; --rounds 3"
            + " makes all";
  }
}
