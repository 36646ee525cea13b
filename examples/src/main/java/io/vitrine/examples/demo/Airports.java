package io.vitrine.examples.demo;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import java.nio.file.Path;

/** The demo's map, as every one of its processes opens it. Stateless, for any thread. */
final class Airports {
  /** Path of the map. */
  static final String PATH = "/maps/airports";

  private Airports() {}

  /** The demo's types by name: the same in every process. */
  static TypeRegistry types() {
    return register(new TypeRegistry());
  }

  /** Adds the demo's types to others. */
  static TypeRegistry register(TypeRegistry types) {
    return types.register(AirportStats.class).register(RecordFlight.class);
  }

  /** Attaches to the files of a folder. */
  static Vitrine attach(String folder) {
    return Vitrine.open(Path.of(folder), types());
  }

  /** Connects to the server on this machine. */
  static Vitrine connect(String port) {
    return Vitrine.connect("127.0.0.1", Integer.parseInt(port), types());
  }

  /** Opens the map in a catalogue, creating it where there is none. */
  static ObservableMap<String, AirportStats> map(Vitrine vitrine) {
    return vitrine.map(PATH, String.class, AirportStats.class);
  }
}
