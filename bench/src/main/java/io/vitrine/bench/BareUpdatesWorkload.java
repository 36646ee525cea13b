package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What updates by one JVM and by two take at the least: of entries that are overwritten where they
 * lie, and of entries that are written beside, in one order of all changes. Immutable.
 *
 * @param name what the command line calls it
 * @param entries how many the map has that the memory is as large as
 * @param where the folder of its file
 */
record BareUpdatesWorkload(String name, long entries, Path where) implements Workload {
  /** What the task takes for its way. */
  static final List<String> WAYS = List.of("overwritten in place", "written beside, in one order");

  private static final int PROCESSES_MAX = 2;
  private static final long WARM_UP_MILLIS = 600;
  private static final long MILLIS = 600;

  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(entries);
  }

  @Override
  public List<Peer> peers() {
    return List.of(Peer.MACHINE);
  }

  @Override
  public double seconds(Peer peer) {
    double each = Budget.START + (WARM_UP_MILLIS + MILLIS) / 1000.0;
    return LimitsWorkload.fillSeconds(entries) + WAYS.size() * PROCESSES_MAX * each;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    var readings = new ArrayList<Reading>();
    for (String way : WAYS) {
      for (int processes = 1; processes <= PROCESSES_MAX; processes++) {
        Map<String, Object> options =
            Map.of(
                "folder",
                folder,
                "bytes",
                entries * LimitsWorkload.ENTRY_BYTES,
                "way",
                way,
                "warmUpMillis",
                WARM_UP_MILLIS,
                "millis",
                MILLIS);
        double rate =
            Together.rate(lab, peer, "bare-updates", options, processes)
                .getOrDefault("rate", Double.NaN);
        readings.add(Reading.of(name, params(way, processes), Reading.RATE, rate));
      }
    }
    Lab.delete(folder);
    return readings;
  }

  private Map<String, Object> params(String way, int processes) {
    var params = new LinkedHashMap<String, Object>();
    params.put("what", way);
    params.put("processes", processes);
    params.put("entries", entries);
    params.put("where", where.toString());
    return params;
  }
}
