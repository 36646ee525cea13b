package io.vitrine.examples.demo;

import java.util.List;

/**
 * A line of {@code flights.csv.gz}. Immutable.
 *
 * @param number number of the flight, from 1 in order of time
 * @param time when it left
 * @param origin airport where it left
 * @param destination airport where it arrived
 * @param delayMinutes its delay
 */
record Flight(int number, String time, String origin, String destination, int delayMinutes) {
  /** How many flights there are. */
  static final int COUNT = 300_000;

  /**
   * Reads the first flights.
   *
   * @param count how many
   * @return the flights, in order of time
   */
  static List<Flight> first(int count) {
    return CsvFile.read("flights.csv.gz", count, Flight::of);
  }

  private static Flight of(int line, List<String> fields) {
    return new Flight(
        line, fields.get(0), fields.get(1), fields.get(2), Integer.parseInt(fields.get(3)));
  }

  /** The flight as an airport's entry shows it. */
  String inWords() {
    return time + " " + origin + "-" + destination;
  }
}
