package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls on lists, sets and maps of numbers. Immutable.
 *
 * @param name what the command line calls it
 * @param shape how many elements there are
 * @param where the folder of the files
 * @param settings whether more is measured
 */
record CollectionsWorkload(String name, Shape shape, Path where, Settings settings)
    implements Workload {
  private static final String PER_SECOND = "/s";
  private static final int THREADS = 2;

  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(shape.entries());
  }

  @Override
  public List<Peer> peers() {
    return Peer.withRoomFor(
        shape.entries(), List.of(Peer.VITRINE, Peer.CHRONICLE_MAP, Peer.HASH_MAP, Peer.JDK));
  }

  @Override
  public int figures() {
    return 10;
  }

  @Override
  public double seconds(Peer peer) {
    double millions = shape.entries() / 1e6;
    return peer == Peer.VITRINE ? 6 + 11 * millions : 3 + 2.5 * millions;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Double> found = lab.measure(peer, "collections", Lab.options(folder, shape));
    Lab.delete(folder);
    var readings = new ArrayList<Reading>();
    for (String call : Reading.names(found)) {
      readings.add(Reading.told("collections", params(call), unit(call), found, call));
    }
    return readings;
  }

  private Map<String, Object> params(String call) {
    boolean rate = call.endsWith(PER_SECOND);
    var params = new LinkedHashMap<String, Object>();
    params.put("elements", shape.entries());
    params.put("call", rate ? call.substring(0, call.length() - PER_SECOND.length()) : call);
    params.put("threads", rate ? THREADS : 1);
    params.put("where", where.toString());
    return params;
  }

  private static String unit(String call) {
    return call.equals("list-bytes")
        ? "B/element"
        : call.endsWith(PER_SECOND) ? "elements/s" : "ns/element";
  }
}
