package io.vitrine.examples.demo;

import java.util.List;

/** A line of {@code airports.csv}. Immutable. */
record Airport(String iata, String name, String city, String state) {
  /**
   * Reads the airports.
   *
   * @return all of them, in the order of the file
   */
  static List<Airport> all() {
    return CsvFile.read("airports.csv", Integer.MAX_VALUE, Airport::of);
  }

  private static Airport of(int line, List<String> fields) {
    return new Airport(fields.get(0), fields.get(1), fields.get(2), fields.get(3));
  }
}
