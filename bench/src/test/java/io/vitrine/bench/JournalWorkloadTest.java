package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each system with few messages, which one JVM appends and another reads and checks: a message that
 * is lost, repeated or damaged ends the JVM that reads, and so the measurement.
 */
class JournalWorkloadTest {
  @TempDir private Path folder;

  private Map<String, Double> measured(Peer peer, long rate) throws Exception {
    try (var lab = new Lab(List.of(folder))) {
      Map<String, Double> found =
          JournalWorkload.both(
              peer,
              "journal-read",
              "journal-append",
              Map.of(
                  "folder", lab.fresh(folder), "rate", rate, "warmUps", 3_000, "messages", 2_000),
              lab);
      Files.delete(lab.log());
      return found;
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"VITRINE", "CHRONICLE_QUEUE", "AERON"})
  void shouldTellDelaysOfMessagesAtARate(Peer peer) throws Exception {
    Map<String, Double> found = measured(peer, 100_000);
    List<String> percentiles = List.of("p50", "p90", "p99", "p99.9", "p99.99", "max");
    double before = 1;
    for (String percentile : percentiles) {
      double nanos = found.getOrDefault(percentile, Double.NaN);
      assertTrue(nanos >= before, () -> percentile + " of " + found);
      before = nanos;
    }
    assertTrue(found.getOrDefault("reached", 0.0) > 0, found::toString);
    assertTrue(peer.version().matches(".*\\d.*|of these sources"), peer.version());
  }

  @Test
  void shouldNameTheLoopOfDelays() {
    var settings =
        new Settings(
            true,
            1,
            false,
            Set.of("journal"),
            EnumSet.of(Peer.VITRINE),
            List.of(folder),
            List.of(1L),
            new Matrix(List.of(), List.of(), List.of(), List.of()),
            List.of());
    var journal = new JournalWorkload("journal", 100_000, folder, settings);
    List<Reading> readings = journal.delays(Peer.VITRINE, Map.of("p50", 1.0, "reached", 2.0));
    assertEquals(7, readings.size());
    for (Reading reading : readings.subList(0, 6)) {
      assertEquals("open", reading.params().get("loop"), reading::toString);
      assertEquals(100_000L, reading.params().get("rate"), reading::toString);
      assertTrue(reading.params().containsKey("percentile"), reading::toString);
    }
    assertEquals(Map.of("what", "reached", "rate", 100_000L), readings.getLast().params());
    for (Reading reading : journal.delays(Peer.MACHINE, Map.of("p50", 1.0))) {
      assertEquals("closed", reading.params().get("loop"), reading::toString);
      assertFalse(reading.params().containsKey("rate"), reading::toString);
    }
  }

  @Test
  void shouldTellThreeRatesOfWhatIsAppendedAsFastAsItGoes() throws Exception {
    Map<String, Double> found = measured(Peer.VITRINE, 0);
    assertEquals(Set.of("rate-1", "rate-2", "rate-3", "allocated"), found.keySet());
    assertTrue(found.getOrDefault("allocated", Double.NaN) >= 0, found::toString);
    found.remove("allocated");
    assertTrue(found.values().stream().allMatch(rate -> rate > 0), found::toString);
  }
}
