package io.vitrine.examples.demo;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import java.util.List;

/**
 * A process that replays half of the flights as fast as it can, each as a visitor on the origin and
 * one on the destination. Started by the demo.
 */
final class ReplayProcess {
  /** How many flights are sent before the replayer looks whether they have arrived. */
  private static final int BATCH_FLIGHTS = 1_000;

  private final Parent parent;
  private final Replayer replayer;
  private final ObservableMap<String, AirportStats> map;

  private ReplayProcess(Parent parent, Replayer replayer, ObservableMap<String, AirportStats> map) {
    this.parent = parent;
    this.replayer = replayer;
    this.map = map;
  }

  /** Arguments: the replayer, its folder or port, how many flights, whether it shall be killed. */
  static void main(String[] args) throws Exception {
    Parent.run(parent -> {
      var replayer = Replayer.valueOf(args[0]);
      List<Flight> flights =
          Flight.first(Integer.parseInt(args[2])).stream().filter(replayer::flies).toList();
      boolean embedded = replayer == Replayer.EMBEDDED;
      try (Vitrine vitrine = embedded ? Airports.attach(args[1]) : Airports.connect(args[1])) {
        var process = new ReplayProcess(parent, replayer, Airports.map(vitrine));
        parent.tell("ready", flights.size());
        parent.await("go");
        process.replay(flights, Boolean.parseBoolean(args[3]));
        parent.tell("done", flights.size());
        parent.await("stop");
      }
    });
  }

  /**
   * Replays the flights.
   *
   * @param flights the flights, in order
   * @param doomed whether the demo will kill this process half-way; it then waits at three quarters
   *     so as not to be done first where the machine is busy with other things
   */
  private void replay(List<Flight> flights, boolean doomed) throws InterruptedException {
    int half = flights.size() / 2;
    int hold = doomed ? half + half / 2 : flights.size();
    for (int i = 0; i < hold; i++) {
      if (i == half) {
        parent.tell("half", i);
      }
      Flight flight = flights.get(i);
      map.asyncUpdate(flight.origin(), RecordFlight.of(replayer, flight, Leg.DEPARTURE));
      map.asyncUpdate(flight.destination(), RecordFlight.of(replayer, flight, Leg.ARRIVAL));
      if ((i + 1) % BATCH_FLIGHTS == 0) {
        settle(i + 1);
      }
    }
    if (doomed) {
      parent.await("nothing but the end");
    }
    settle(flights.size());
  }

  /** Requests on a map take effect in their order: the answer to one means that all before did. */
  private void settle(int count) {
    if (!map.isEmpty()) {
      parent.tell("flights", count);
    }
  }
}
