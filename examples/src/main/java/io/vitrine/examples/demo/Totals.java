package io.vitrine.examples.demo;

import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums of the flights of an airport, computed from the file with no map, process or visitor in
 * between: what the demo is checked against. For one thread.
 */
final class Totals {
  private long departures;
  private long arrivals;
  private long totalDelay;
  private int worstDelay;
  private String lastFlight = "";

  private Totals() {}

  /** Sums up the flights by airport; an airport without flights has sums of 0. */
  static SortedMap<String, Totals> of(Collection<Airport> airports, Collection<Flight> flights) {
    var totals = new TreeMap<String, Totals>();
    for (Airport airport : airports) {
      totals.put(airport.iata(), new Totals());
    }
    for (Flight flight : flights) {
      find(totals, flight.origin()).departs(flight);
      find(totals, flight.destination()).arrives(flight);
    }
    return totals;
  }

  private static Totals find(Map<String, Totals> totals, String iata) {
    return totals.computeIfAbsent(iata, _ -> new Totals());
  }

  private void departs(Flight flight) {
    worstDelay =
        departures == 0 ? flight.delayMinutes() : Math.max(worstDelay, flight.delayMinutes());
    departures++;
    totalDelay += flight.delayMinutes();
    lastFlight = flight.inWords();
  }

  private void arrives(Flight flight) {
    arrivals++;
    lastFlight = flight.inWords();
  }

  long departures() {
    return departures;
  }

  /** Whether the mean delay is over a threshold. */
  boolean isLate(double thresholdMinutes) {
    return departures > 0 && (double) totalDelay / departures > thresholdMinutes;
  }

  /** Whether an entry of the map says the same. */
  boolean matches(AirportStats airport) {
    return departures == airport.departures()
        && arrivals == airport.arrivals()
        && totalDelay == airport.totalDelay()
        && worstDelay == airport.worstDelay()
        && lastFlight.equals(airport.lastFlight());
  }

  @Override
  public String toString() {
    return departures
        + " departures, "
        + arrivals
        + " arrivals, delay "
        + totalDelay
        + " min, worst "
        + worstDelay
        + " min, last "
        + lastFlight;
  }
}
