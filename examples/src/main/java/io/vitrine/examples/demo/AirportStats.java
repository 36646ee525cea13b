package io.vitrine.examples.demo;

/**
 * What is known of an airport and its flights: the value of the demo's map. Immutable.
 *
 * @param iata code of the airport
 * @param name its name
 * @param city its city
 * @param state its state
 * @param departures flights that left it
 * @param arrivals flights that arrived
 * @param totalDelay minutes of delay of all departures
 * @param worstDelay minutes of the worst departure, 0 before the first one
 * @param lastFlight the latest flight in order of time, empty before the first one
 * @param lastEmbedded step of the embedded replayer that this entry has, 0 for none
 * @param lastRemote step of the remote replayer that this entry has, 0 for none
 */
record AirportStats(
    String iata,
    String name,
    String city,
    String state,
    long departures,
    long arrivals,
    long totalDelay,
    int worstDelay,
    String lastFlight,
    long lastEmbedded,
    long lastRemote) {

  /** An airport that has not seen a flight. */
  static AirportStats of(Airport airport) {
    return new AirportStats(
        airport.iata(), airport.name(), airport.city(), airport.state(), 0, 0, 0, 0, "", 0, 0);
  }

  /**
   * Mean delay of the departures: a filter may name it like a field.
   *
   * @return minutes, 0 before the first departure
   */
  public double meanDelay() {
    return departures == 0 ? 0 : (double) totalDelay / departures;
  }
}
