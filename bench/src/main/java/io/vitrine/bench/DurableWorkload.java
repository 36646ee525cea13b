package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * @param settings how long to measure
 */
record DurableWorkload(String name, int writers, Path where, Settings settings)
    implements Workload {
  private long millis() {
    return settings.quick() ? 600 : 1000;
  }

  /** Who waits for the disk calls seldom, and many threads leave compilers little time. */
  private long warmUpMillis() {
    return writers == 1 || settings.quick() ? millis() / 2 : millis() * 3 / 2;
  }

  @Override
  public List<Peer> peers() {
    // The bare disk is asked by one thread: more of them get no more from it without a queue.
    var peers = new ArrayList<>(Peer.DURABLE);
    if (writers == 1) {
      peers.add(Peer.MACHINE);
    }
    return peers;
  }

  @Override
  public double seconds(Peer peer) {
    return Budget.START + (warmUpMillis() + millis()) / 1000.0;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Double> found =
        lab.measure(
            peer,
            "durable",
            Map.of(
                "folder",
                folder,
                "warmUpMillis",
                warmUpMillis(),
                "millis",
                millis(),
                "writers",
                writers));
    Lab.delete(folder);
    var params = new LinkedHashMap<String, Object>();
    params.put("writers", writers);
    params.put("where", where.toString());
    return List.of(Reading.told("durable", params, Reading.RATE, found, "rate"));
  }
}
