package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Until the first lookup in a map that is there has its answer: in a JVM that has just begun and in
 * one that has opened the map before, after the last user closed it and after it was killed.
 * Immutable.
 *
 * @param name what the command line calls it
 * @param shape what the map holds
 * @param where the folder of its files
 * @param peers the systems, all of which have files
 */
record OpenWorkload(String name, Shape shape, Path where, List<Peer> peers) implements Workload {
  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(shape.entries());
  }

  @Override
  public List<Peer> peers() {
    return Peer.withRoomFor(shape.entries(), peers);
  }

  @Override
  public Prepared prepared() {
    return new Prepared(where, shape, false);
  }

  @Override
  public double seconds(Peer peer) {
    return 5 * Budget.START + (peer == Peer.MVSTORE || peer == Peer.MAPDB ? 3 : 0);
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.prepared(peer, prepared());
    var readings = new ArrayList<Reading>();
    readings.add(reading(peer, folder, lab, "close", "fresh"));
    readings.add(reading(peer, folder, lab, "close", "warm"));
    if (peer == Peer.MAPDB) {
      return readings; // it refuses a file that was not closed
    }
    Map<String, Object> options = Lab.options(folder, shape);
    options.put("how", "hold");
    try (ForkProcess holder = lab.fork(peer, "open", options)) {
      holder.awaitReady().kill();
    }
    readings.add(reading(peer, folder, lab, "kill", "fresh"));
    return readings;
  }

  private Reading reading(Peer peer, Path folder, Lab lab, String after, String jvm)
      throws Exception {
    Map<String, Object> options = Lab.options(folder, shape);
    options.put("how", jvm);
    double nanos = lab.measure(peer, "open", options).getOrDefault("nanos", Double.NaN);
    Map<String, Object> params = Reading.with(shape.params(), "after", after);
    params.put("jvm", jvm);
    params.put("where", where.toString());
    return Reading.of("open", params, "ms", nanos / 1e6);
  }
}
