package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With little memory. The JVM that measures fails where its lines are not one ring of all. */
class LimitsWorkloadTest {
  private static final long ENTRIES = 30_000; // not a power of two, nor are the lines

  @TempDir private Path folder;

  @Test
  void shouldTellEachLimitOnce() throws Exception {
    var settings =
        new Settings(
            true,
            1,
            false,
            Set.of("limits"),
            EnumSet.of(Peer.MACHINE),
            List.of(folder),
            List.of(ENTRIES),
            new Matrix(List.of(), List.of(), List.of(), List.of()),
            List.of());
    var workload = (LimitsWorkload) Plan.of(settings).getFirst();
    assertEquals(ENTRIES, workload.entries());
    try (var lab = new Lab(List.of(folder))) {
      List<Reading> readings = workload.run(Peer.MACHINE, lab);
      Files.delete(lab.log());
      assertEquals(
          LimitsWorkload.TIMES,
          readings.stream()
              .filter(reading -> reading.unit().equals("ns"))
              .map(reading -> reading.params().get("what"))
              .toList());
      assertEquals(LimitsWorkload.BANDWIDTH, readings.getLast().params().get("what"));
      assertEquals("GB/s", readings.getLast().unit());
      for (Reading reading : readings) {
        assertTrue(reading.values().getFirst() > 0, reading::toString);
        assertEquals(ENTRIES, reading.params().get("entries"));
      }
    }
    try (var left = Files.walk(folder)) {
      assertFalse(left.anyMatch(Files::isRegularFile), "files were left");
    }
  }
}
