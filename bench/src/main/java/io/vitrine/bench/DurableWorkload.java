package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
  private static final long ENTRIES = 100_000;

  /** Types of file systems that lie in memory: what they are asked to force is forced nowhere. */
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  private long millis() {
    return settings.quick() ? 600 : 1000;
  }

  /** Who waits for the disk calls seldom, and many threads leave compilers little time. */
  private long warmUpMillis() {
    return writers == 1 || settings.quick() ? millis() / 2 : millis() * 5 / 4;
  }

  @Override
  public List<Peer> peers() {
    // The bare disk is asked by one thread: more of them get no more from it without a queue.
    var peers = new ArrayList<>(Peer.DURABLE);
    if (settings.isBrief()) {
      peers.remove(Peer.MVSTORE); // the slowest one
    }
    if (writers == 1) {
      peers.add(Peer.MACHINE);
    }
    return peers;
  }

  @Override
  public double seconds(Peer peer) {
    double filling = peer == Peer.MACHINE ? 0 : Budget.toFill(peer, ENTRIES);
    return Budget.START + filling + (warmUpMillis() + millis()) / 1000.0;
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
                "entries",
                ENTRIES,
                "warmUpMillis",
                warmUpMillis(),
                "millis",
                millis(),
                "writers",
                writers));
    Lab.delete(folder);
    Map<String, Object> params = params(Files.getFileStore(where).type());
    return List.of(Reading.told("durable", params, Reading.RATE, found, "rate"));
  }

  /**
   * The conditions, among them that nothing is forced, where it is not.
   *
   * @param type that of the file system
   */
  Map<String, Object> params(String type) {
    var params = new LinkedHashMap<String, Object>();
    params.put("writers", writers);
    params.put("where", where.toString());
    if (IN_MEMORY.contains(type)) {
      params.put("forced", "nothing (" + type + ")");
    }
    return params;
  }
}
