package io.vitrine.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CsvFileTest {
  @Test
  void splitsFieldsInQuotes() {
    assertEquals(
        List.of("DBN", "W. H. \"Bud\" Barron", "Dublin, GA", ""),
        CsvFile.split("DBN,\"W. H. \"\"Bud\"\" Barron\",\"Dublin, GA\","));
  }

  @Test
  void dataAreComplete() {
    List<Airport> airports = Airport.all();
    List<Flight> flights = Flight.first(Integer.MAX_VALUE);
    assertEquals(3_376, airports.size());
    assertEquals(Flight.COUNT, flights.size());
    assertEquals(new Flight(1, "2001-01-01T00:01", "LAS", "PHL", 33), flights.getFirst());
    Set<String> codes = airports.stream().map(Airport::iata).collect(Collectors.toSet());
    assertEquals(3_376, codes.size());
    assertTrue(
        flights.stream()
            .allMatch(f -> codes.contains(f.origin()) && codes.contains(f.destination())));
  }
}
