package io.vitrine.examples.demo;

/** The process that attaches to the files and loads the airports. Started by the demo. */
final class LoaderProcess {
  private LoaderProcess() {}

  static void main(String[] args) throws Exception {
    Parent.run(parent -> {
      try (var vitrine = Airports.attach(args[0])) {
        var map = Airports.map(vitrine);
        for (Airport airport : Airport.all()) {
          map.set(airport.iata(), AirportStats.of(airport));
        }
        parent.tell("done", map.size());
      }
    });
  }
}
