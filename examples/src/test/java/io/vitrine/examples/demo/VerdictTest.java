package io.vitrine.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VerdictTest {
  private static final List<Airport> AIRPORTS =
      List.of(
          new Airport("ATL", "Hartsfield", "Atlanta", "GA"),
          new Airport("SAV", "Savannah", "Savannah", "GA"));
  private static final List<Flight> FLIGHTS =
      List.of(
          new Flight(1, "2001-01-01T00:01", "ATL", "SAV", 19),
          new Flight(2, "2001-01-01T00:02", "SAV", "ATL", 2),
          new Flight(3, "2001-01-01T00:03", "ATL", "SAV", 15));

  private final SortedMap<String, Totals> totals = Totals.of(AIRPORTS, FLIGHTS);
  private final Map<String, AirportStats> store = replayed();
  private final Verdict verdict = new Verdict();

  private static Map<String, AirportStats> replayed() {
    var map = new TreeMap<String, AirportStats>();
    AIRPORTS.forEach(airport -> map.put(airport.iata(), AirportStats.of(airport)));
    for (Flight flight : FLIGHTS) {
      Replayer replayer = Replayer.EMBEDDED.flies(flight) ? Replayer.EMBEDDED : Replayer.REMOTE;
      map.compute(
          flight.origin(), (_, v) -> RecordFlight.of(replayer, flight, Leg.DEPARTURE).visit(v));
      map.compute(
          flight.destination(), (_, v) -> RecordFlight.of(replayer, flight, Leg.ARRIVAL).visit(v));
    }
    return map;
  }

  @Test
  void passesWhatIsEqual() {
    verdict.compareWithFile("the store", store, totals);
    verdict.compareCopy(new HashMap<>(store), store);
    verdict.compareCount("events", 5, 5);
    verdict.compareLate(Set.of("ATL"), totals, 15);
    verdict.add("the watcher", new Problems());
    assertEquals(List.of(), verdict.differences());
  }

  static List<UnaryOperator<AirportStats>> tampered() {
    return List.of(
        a -> changed(a, 1, 0, 0, 0, ""),
        a -> changed(a, 0, -1, 0, 0, ""),
        a -> changed(a, 0, 0, 1, 0, ""),
        a -> changed(a, 0, 0, 0, -1, ""),
        a -> changed(a, 0, 0, 0, 0, "!"));
  }

  private static AirportStats changed(
      AirportStats a, long departures, long arrivals, long total, int worst, String last) {
    return new AirportStats(
        a.iata(),
        a.name(),
        a.city(),
        a.state(),
        a.departures() + departures,
        a.arrivals() + arrivals,
        a.totalDelay() + total,
        a.worstDelay() + worst,
        a.lastFlight() + last,
        a.lastEmbedded(),
        a.lastRemote());
  }

  @ParameterizedTest
  @MethodSource("tampered")
  void tellsEveryNumberThatDiffers(UnaryOperator<AirportStats> tamper) {
    store.computeIfPresent("ATL", (_, airport) -> tamper.apply(airport));
    verdict.compareWithFile("the store", store, totals);
    assertEquals(
        List.of(
            "the store has ATL as "
                + store.get("ATL")
                + ", the file as 2 departures, 1 arrivals, delay 34 min, worst 19 min,"
                + " last 2001-01-01T00:03 ATL-SAV"),
        verdict.differences());
  }

  @Test
  void tellsAnAirportThatIsMissing() {
    AirportStats gone = store.remove("SAV");
    verdict.compareWithFile("the store", store, totals);
    verdict.compareCopy(store, Map.of("ATL", store.get("ATL"), "SAV", gone));
    assertEquals(
        List.of(
            "the store has SAV as null, the file as 1 departures, 2 arrivals, delay 2 min,"
                + " worst 2 min, last 2001-01-01T00:03 ATL-SAV",
            "the copy has SAV as null, the store as " + gone),
        verdict.differences());
  }

  @Test
  void tellsCountsFiltersAndProblems() {
    verdict.compareCount("events", 4, 5);
    verdict.compareLate(Set.of("SAV"), totals, 15);
    verdict.add("the watcher", new Problems(2, "a revision twice: 5 after 5"));
    assertEquals(
        List.of(
            "events: 4, expected 5",
            "late airports are [SAV], by the file they are [ATL]",
            "the watcher saw 2 wrong events: a revision twice: 5 after 5"),
        verdict.differences());
  }

  @Test
  void cutsALongListShort() {
    for (int i = 0; i < 12; i++) {
      verdict.compareCount("count " + i, 0, 1);
    }
    assertEquals(11, verdict.differences().size());
    assertEquals("and 2 more", verdict.differences().getLast());
  }
}
