package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One JVM, then two at once, update random entries of the same map. Immutable.
 *
 * @param name what the command line calls it
 * @param shape what the map holds
 * @param where the folder of its files
 * @param settings how long to measure
 */
record ShareWorkload(String name, Shape shape, Path where, Settings settings) implements Workload {
  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(shape.entries());
  }

  @Override
  public List<Peer> peers() {
    return settings.quick()
        ? List.of(Peer.VITRINE, Peer.CHRONICLE_MAP, Peer.MACHINE)
        : List.of(Peer.VITRINE, Peer.LOGGED, Peer.COMPACT, Peer.CHRONICLE_MAP, Peer.MACHINE);
  }

  @Override
  public Prepared prepared() {
    return new Prepared(where, shape, false);
  }

  /** Two JVMs leave their compilers no processor, so that calls are slow for longer. */
  private long warmUpMillis() {
    return 2 * settings.warmUpMillis(shape.entries()) + (settings.quick() ? 0 : 1000);
  }

  @Override
  public int figures() {
    return 2;
  }

  @Override
  public double seconds(Peer peer) {
    double measuring = warmUpMillis() + settings.iterations() * settings.iterationMillis();
    return 2 * (Budget.START + measuring / 1000);
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = peer == Peer.MACHINE ? lab.fresh(where) : lab.prepared(peer, prepared());
    var readings = new ArrayList<Reading>();
    for (int processes = 1; processes <= 2; processes++) {
      Map<String, Object> params = Reading.with(shape.params(), "processes", processes);
      params.put("where", where.toString());
      Map<String, Double> found = update(peer, folder, processes, lab);
      readings.add(Reading.told("share", params, Reading.RATE, found, "rate"));
    }
    return readings;
  }

  /** The rate of all together, and what one of their updates allocates. */
  private Map<String, Double> update(Peer peer, Path folder, int processes, Lab lab)
      throws Exception {
    Map<String, Object> options = Lab.options(folder, shape);
    options.put("warmUpMillis", warmUpMillis());
    options.put("millis", settings.iterations() * settings.iterationMillis());
    return Together.rate(lab, peer, "update", options, processes);
  }
}
