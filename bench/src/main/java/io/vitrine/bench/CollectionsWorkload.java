package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Calls on lists and sets of numbers. Immutable.
 *
 * @param name what the command line calls it
 * @param shape how many elements there are
 * @param where the folder of the files
 */
record CollectionsWorkload(String name, Shape shape, Path where) implements Workload {
  @Override
  public List<Peer> peers() {
    return List.of(Peer.VITRINE);
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Double> found = lab.measure(peer, "collections", Lab.options(folder, shape));
    Lab.delete(folder);
    var readings = new ArrayList<Reading>();
    for (String call : found.keySet().stream().sorted().toList()) {
      Map<String, Object> params = Reading.with(Map.of("elements", shape.entries()), "call", call);
      String unit = call.equals("list-bytes") ? "B/element" : "ns/element";
      readings.add(Reading.of("collections", params, unit, found.getOrDefault(call, Double.NaN)));
    }
    return readings;
  }
}
