package io.vitrine.examples.demo;

import io.vitrine.store.Visitor;
import org.jspecify.annotations.Nullable;

/**
 * Records one end of a flight in an airport's entry, at most once. A pure function, for any thread;
 * it travels to a server by its registered name.
 *
 * @param replayer who sends it
 * @param number number of the flight, from 1; those of a replayer come in order
 * @param leg which end
 * @param delay minutes
 * @param flight the flight in words
 */
record RecordFlight(Replayer replayer, long number, Leg leg, int delay, String flight)
    implements Visitor<AirportStats> {
  /* An entry keeps the last step that it has from each replayer and ignores this and the ones
   * before: a replayer that was killed may begin again with its first flight. A flight has two
   * steps, so that one from an airport to itself is not taken for a repetition. The latest flight
   * is the one with the highest number, whichever replayer came first: so it does not depend on
   * how fast they are. */

  static RecordFlight of(Replayer replayer, Flight flight, Leg leg) {
    return new RecordFlight(
        replayer, flight.number(), leg, flight.delayMinutes(), flight.inWords());
  }

  @Override
  public AirportStats visit(@Nullable AirportStats airport) {
    if (airport == null) {
      throw new IllegalStateException(flight + ": its airport is not in the map; load it first");
    }
    long step = step();
    boolean embedded = replayer == Replayer.EMBEDDED;
    if (step <= (embedded ? airport.lastEmbedded() : airport.lastRemote())) {
      return airport;
    }
    boolean departs = leg == Leg.DEPARTURE;
    boolean first = airport.departures() == 0;
    boolean latest = step > Math.max(airport.lastEmbedded(), airport.lastRemote());
    int worst = first ? delay : Math.max(airport.worstDelay(), delay);
    return new AirportStats(
        airport.iata(),
        airport.name(),
        airport.city(),
        airport.state(),
        airport.departures() + (departs ? 1 : 0),
        airport.arrivals() + (departs ? 0 : 1),
        airport.totalDelay() + (departs ? delay : 0),
        departs ? worst : airport.worstDelay(),
        latest ? flight : airport.lastFlight(),
        embedded ? step : airport.lastEmbedded(),
        embedded ? airport.lastRemote() : step);
  }

  /** Two steps a flight, counted from 1 so that 0 is none. */
  private long step() {
    return 2 * number - 1 + (leg == Leg.ARRIVAL ? 1 : 0);
  }
}
