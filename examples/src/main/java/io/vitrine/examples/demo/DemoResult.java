package io.vitrine.examples.demo;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What a run of the demo found. Immutable.
 *
 * @param differences what is not as it should be, a line each; empty for a pass
 * @param airports the store at the end
 * @param updates flights that were applied, at both their ends
 * @param updateSeconds how long the replayers took, the killed one's second run included
 * @param events changes that the watcher was told
 * @param eventSeconds how long it took until it had been told all
 * @param wrongEvents how many of them were a gap or a duplicate
 * @param missedEvents how many of them were made before it was back from the dead
 * @param delays from the change to the telling, for the others
 * @param late what the filtered subscription told
 * @param takeovers segments taken over from the killed replayer
 * @param seconds how long the run took
 */
record DemoResult(
    List<String> differences,
    Map<String, AirportStats> airports,
    long updates,
    double updateSeconds,
    long events,
    double eventSeconds,
    long wrongEvents,
    long missedEvents,
    Histogram delays,
    Late late,
    long takeovers,
    double seconds) {

  /**
   * What the filtered subscription told.
   *
   * @param thresholdMinutes its threshold
   * @param airports airports over it at the end
   * @param items how many changes it told
   * @param pages in how many pages these were requested
   * @param delays from the change to the telling
   */
  record Late(double thresholdMinutes, int airports, long items, long pages, Histogram delays) {}

  boolean passed() {
    return differences.isEmpty();
  }
}
