package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How soon a JVM that reads an entry all the time sees the update of another JVM; beside it, the
 * same with a word of mapped memory, and half a round trip of such a word. Immutable.
 *
 * @param name what the command line calls it
 * @param shape what the map holds
 * @param where the folder of its files
 * @param warmUpMillis how long is warmed up at the least, as compilers take a processor from one of
 *     two who never sleep
 */
record VisibilityWorkload(String name, Shape shape, Path where, int warmUpMillis)
    implements Workload {
  private static final int UPDATES = 100_000;

  /** In a fresh JVM compilers are at work for the first 100,000, and more where there is a log. */
  static final int WARM_UP = 300_000;

  private static final List<String> PERCENTILES = List.of("p50", "p99");

  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(shape.entries());
  }

  @Override
  public List<Peer> peers() {
    return List.of(Peer.VITRINE, Peer.MACHINE, Peer.CHRONICLE_MAP);
  }

  @Override
  public Prepared prepared() {
    return new Prepared(where, shape, false);
  }

  @Override
  public int figures() {
    return 3;
  }

  @Override
  public double seconds(Peer peer) {
    return 2.5 + warmUpMillis / 1e3;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.prepared(peer, prepared());
    var readings = new ArrayList<Reading>(pair("visibility", "write", "read", peer, folder, lab));
    if (peer == Peer.MACHINE) {
      readings.addAll(pair("ping-pong", "pong", "ping", peer, lab.fresh(where), lab));
    }
    return readings;
  }

  private List<Reading> pair(
      String bench, String task, String measuringTask, Peer peer, Path folder, Lab lab)
      throws Exception {
    Map<String, Object> options = Lab.options(folder, shape);
    options.put("through", peer == Peer.MACHINE ? "word" : "entry");
    options.put("updates", UPDATES);
    options.put("warm-up", WARM_UP);
    options.put("warm-up-millis", warmUpMillis);
    try (ForkProcess other = lab.fork(peer, task, options);
        ForkProcess measuring = lab.fork(peer, measuringTask, options)) {
      other.awaitReady();
      measuring.awaitReady();
      measuring.go();
      other.go();
      var found = new HashMap<>(measuring.results());
      other.results().forEach((told, value) -> found.merge(told, value, Double::sum));
      var readings = new ArrayList<Reading>();
      for (String percentile : PERCENTILES) {
        Map<String, Object> params = Reading.with(Map.of(), "percentile", percentile);
        params.put("loop", "closed"); // the next update waits until this one was seen
        params.put("where", where.toString());
        readings.add(Reading.told(bench, params, "ns", found, percentile));
      }
      return readings;
    }
  }
}
