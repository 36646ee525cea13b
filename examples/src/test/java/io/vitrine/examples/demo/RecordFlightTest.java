package io.vitrine.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class RecordFlightTest {
  private static final AirportStats EMPTY =
      AirportStats.of(new Airport("ATL", "Hartsfield", "Atlanta", "GA"));
  private static final Flight FIRST = new Flight(1, "2001-01-01T00:01", "ATL", "SAV", 19);
  private static final Flight SECOND = new Flight(2, "2001-01-01T00:02", "ATL", "LAX", -4);
  private static final Flight CIRCLE = new Flight(3, "2001-01-01T00:03", "ATL", "ATL", 5);

  @Test
  void recordsDepartureAndArrival() {
    AirportStats left = RecordFlight.of(Replayer.EMBEDDED, FIRST, Leg.DEPARTURE).visit(EMPTY);
    assertEquals(
        new AirportStats(
            "ATL", "Hartsfield", "Atlanta", "GA", 1, 0, 19, 19, "2001-01-01T00:01 ATL-SAV", 1, 0),
        left);
    AirportStats arrived = RecordFlight.of(Replayer.REMOTE, SECOND, Leg.ARRIVAL).visit(left);
    assertEquals(
        new AirportStats(
            "ATL", "Hartsfield", "Atlanta", "GA", 1, 1, 19, 19, "2001-01-01T00:02 ATL-LAX", 1, 4),
        arrived);
    assertEquals(19.0, arrived.meanDelay());
  }

  @Test
  void worstDelayMayBeBeforeTime() {
    AirportStats early = RecordFlight.of(Replayer.REMOTE, SECOND, Leg.DEPARTURE).visit(EMPTY);
    assertEquals(-4, early.worstDelay());
  }

  @Test
  void ignoresWhatItHasFromThatReplayer() {
    var first = RecordFlight.of(Replayer.EMBEDDED, FIRST, Leg.DEPARTURE);
    var third = RecordFlight.of(Replayer.EMBEDDED, CIRCLE, Leg.DEPARTURE);
    AirportStats both = third.visit(first.visit(EMPTY));
    assertSame(both, first.visit(both));
    assertSame(both, third.visit(both));
  }

  @Test
  void flightToItsOriginCountsAtBothEnds() {
    var departure = RecordFlight.of(Replayer.EMBEDDED, CIRCLE, Leg.DEPARTURE);
    var arrival = RecordFlight.of(Replayer.EMBEDDED, CIRCLE, Leg.ARRIVAL);
    AirportStats circled = arrival.visit(departure.visit(EMPTY));
    assertEquals(1, circled.departures());
    assertEquals(1, circled.arrivals());
    assertSame(circled, arrival.visit(departure.visit(circled)));
  }

  @Test
  void orderOfTheReplayersDoesNotMatter() {
    var odd = RecordFlight.of(Replayer.EMBEDDED, FIRST, Leg.DEPARTURE);
    var even = RecordFlight.of(Replayer.REMOTE, SECOND, Leg.DEPARTURE);
    assertEquals(odd.visit(even.visit(EMPTY)), even.visit(odd.visit(EMPTY)));
  }

  @Test
  void refusesAnAirportThatIsNotThere() {
    var flight = RecordFlight.of(Replayer.EMBEDDED, FIRST, Leg.DEPARTURE);
    var e = assertThrows(IllegalStateException.class, () -> flight.visit(null));
    assertEquals(
        "2001-01-01T00:01 ATL-SAV: its airport is not in the map; load it first", e.getMessage());
  }
}
