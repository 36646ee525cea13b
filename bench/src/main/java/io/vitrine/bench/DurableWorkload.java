package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Updates a second that survive a power loss, and how often a second the disk writes what it is
 * asked to. Immutable.
 *
 * @param name what the command line calls it
 * @param writers how many threads write
 * @param where the folder of the files
 */
record DurableWorkload(String name, int writers, Path where) implements Workload {
  private static final long MILLIS = 2000;

  @Override
  public List<Peer> peers() {
    // The bare disk is asked by one thread: more of them get no more from it without a queue.
    return writers == 1 ? List.of(Peer.VITRINE, Peer.MACHINE) : List.of(Peer.VITRINE);
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Double> found =
        lab.measure(
            peer, "durable", Map.of("folder", folder, "millis", MILLIS, "writers", writers));
    Lab.delete(folder);
    var params = new LinkedHashMap<String, Object>();
    params.put("writers", writers);
    params.put("where", where.toString());
    return List.of(
        Reading.of("durable", params, Reading.RATE, found.getOrDefault("rate", Double.NaN)));
  }
}
