package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How long users wait who come at a fixed rate ({@code open loop}), and how long calls take that
 * are made one after the other ({@code closed}); of the machine, how late it is by itself.
 * Immutable.
 *
 * @param name what the command line calls it
 * @param rate calls a second of the open loop
 * @param shape what the map holds
 * @param where the folder of its files
 * @param settings how long to measure
 */
record LatencyWorkload(String name, long rate, Shape shape, Path where, Settings settings)
    implements Workload {
  static final String TASK = "latency";

  private static final List<String> PERCENTILES =
      List.of("p50", "p90", "p99", "p99.9", "p99.99", "max");
  private static final List<String> LOOPS = List.of("open", "closed");

  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(shape.entries());
  }

  @Override
  public List<Peer> peers() {
    return List.of(Peer.VITRINE, Peer.CHRONICLE_MAP, Peer.MACHINE);
  }

  @Override
  public Prepared prepared() {
    return new Prepared(where, shape, false);
  }

  private long millis() {
    return settings.quick() ? 800 : 2000;
  }

  private long warmUpMillis() {
    return settings.quick() ? 500 : 1000;
  }

  private static List<String> calls(Peer peer) {
    return peer == Peer.MACHINE ? List.of("nothing") : List.of("put", "get");
  }

  @Override
  public int figures() {
    return 2 * LOOPS.size() * PERCENTILES.size();
  }

  @Override
  public double seconds(Peer peer) {
    // The closed loop makes as many calls, which takes a part of the time.
    return Budget.START + calls(peer).size() * 1.4 * (warmUpMillis() + millis()) / 1000.0;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = peer == Peer.MACHINE ? where : lab.prepared(peer, prepared());
    Map<String, Object> options = Lab.options(folder, shape);
    options.put("rate", rate);
    options.put("warmUpMillis", warmUpMillis());
    options.put("millis", millis());
    Map<String, Double> found = lab.measure(peer, TASK, options);
    var readings = new ArrayList<Reading>();
    for (String call : calls(peer)) {
      for (String loop : LOOPS) {
        for (String percentile : PERCENTILES) {
          String told = call + "-" + loop + "-";
          List<Double> nanos = List.of(found.getOrDefault(told + percentile, Double.NaN));
          double allocated = found.getOrDefault(told + "allocated", Double.NaN);
          // The bare machine is shown beside each of the calls.
          for (String shown : peer == Peer.MACHINE ? calls(Peer.VITRINE) : List.of(call)) {
            Map<String, Object> params = params(shown, loop, percentile);
            readings.add(new Reading(name, params, "ns", nanos, allocated));
          }
        }
      }
    }
    return readings;
  }

  private Map<String, Object> params(String call, String loop, String percentile) {
    Map<String, Object> params = Reading.with(shape.params(), "call", call);
    params.put("loop", loop);
    if (loop.equals(LOOPS.getFirst())) {
      params.put("rate", rate);
    }
    params.put("percentile", percentile);
    params.put("where", where.toString());
    return params;
  }
}
