package io.vitrine.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.MapEvent;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyTest {
  private static final long NOW = 1_000_000_000_000L;
  private static final AirportStats EMPTY =
      AirportStats.of(new Airport("ATL", "Hartsfield \"the\" Jackson", "Atlanta", "GA"));
  private static final AirportStats ONE = flown(EMPTY, 1);
  private static final AirportStats TWO = flown(ONE, 3);

  private final Copy copy = Copy.empty(7);

  private static AirportStats flown(AirportStats before, int number) {
    var flight = new Flight(number, "2001-01-01T00:01", "ATL", "SAV", 19);
    return RecordFlight.of(Replayer.EMBEDDED, flight, Leg.DEPARTURE).visit(before);
  }

  private void apply(MapEvent<String, AirportStats> event) {
    copy.apply(event, NOW, NOW + 5_000);
  }

  private void inserted() {
    copy.bootstrapped(10);
    apply(new MapEvent.Inserted<>("ATL", EMPTY, 20, NOW - 1));
  }

  @Test
  void followsEveryEvent() {
    inserted();
    apply(new MapEvent.Updated<>("ATL", EMPTY, ONE, 30, NOW + 1_000));
    assertEquals(ONE, copy.entries().get("ATL"));
    apply(new MapEvent.Removed<>("ATL", ONE, 40, NOW + 1_000));
    assertTrue(copy.entries().isEmpty());
    assertEquals(3, copy.events());
    assertEquals(1, copy.missed());
    assertEquals(2, copy.delays().getTotalCount());
    assertEquals(0, copy.problems().count());
    assertEquals(40, copy.bookmark().revision());
  }

  @Test
  void findsAGap() {
    inserted();
    apply(new MapEvent.Updated<>("ATL", ONE, TWO, 30, NOW));
    assertEquals(1, copy.problems().count());
    assertTrue(copy.problems().first().startsWith("a gap before "), copy.problems().first());
  }

  @Test
  void findsADuplicate() {
    inserted();
    apply(new MapEvent.Updated<>("ATL", EMPTY, EMPTY, 20, NOW));
    assertEquals("a revision twice: 20 after 20", copy.problems().first());
  }

  @Test
  void findsAResync() {
    inserted();
    copy.resync(50);
    assertEquals("resync at revision 50 after 20", copy.problems().first());
  }

  @Test
  void isLoadedAsItWasSaved(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("copy");
    assertEquals(-1, CopyFile.load(file, 7).bookmark().revision());
    inserted();
    apply(new MapEvent.Updated<>("ATL", ONE, TWO, 30, NOW + 1_000));
    CopyFile.save(copy, file);
    CopyFile.save(copy, file);
    Copy loaded = CopyFile.load(file, 8);
    assertEquals(copy.bookmark(), loaded.bookmark());
    assertEquals(copy.entries(), loaded.entries());
    assertEquals(copy.events(), loaded.events());
    assertEquals(copy.missed(), loaded.missed());
    assertEquals(copy.delays(), loaded.delays());
    assertEquals(copy.problems().count(), loaded.problems().count());
    assertEquals(copy.problems().first(), loaded.problems().first());
  }
}
