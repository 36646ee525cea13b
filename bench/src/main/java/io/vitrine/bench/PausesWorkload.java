package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How long single calls take while a map is filled from empty. Immutable.
 *
 * @param name what the command line calls it
 * @param shape what it holds in the end
 * @param where the folder of its files
 * @param warmUpMillis how long maps are filled before, at the least
 */
record PausesWorkload(String name, Shape shape, Path where, int warmUpMillis) implements Workload {
  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(shape.entries());
  }

  @Override
  public List<Peer> peers() {
    return Peer.withRoomFor(
        shape.entries(), List.of(Peer.VITRINE, Peer.CHRONICLE_MAP, Peer.HASH_MAP, Peer.MACHINE));
  }

  @Override
  public int figures() {
    return 3;
  }

  @Override
  public double seconds(Peer peer) {
    double filling = peer == Peer.MACHINE ? shape.entries() / 2e6 : 0;
    return 2 * Budget.START + warmUpMillis / 1e3 + filling + Budget.toFill(peer, shape.entries());
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Object> options = Lab.options(folder, shape);
    options.put("warm-up-millis", warmUpMillis);
    Map<String, Double> found = lab.measure(peer, "pauses", options);
    Lab.delete(folder);
    Map<String, Object> params = Reading.with(shape.params(), "loop", "closed");
    params.put("where", where.toString());
    var readings = new ArrayList<Reading>();
    for (String which : List.of("p50", "p99.99", "max")) {
      readings.add(
          new Reading(
              "pauses",
              Reading.with(params, "percentile", which),
              "us",
              List.of(found.getOrDefault(which, Double.NaN) / 1000),
              found.getOrDefault("allocated", Double.NaN)));
    }
    return readings;
  }
}
