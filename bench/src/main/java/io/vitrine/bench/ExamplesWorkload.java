package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the documentation of Chronicle Map shows as uses of it, written for both. Immutable.
 *
 * @param name what the command line calls it
 * @param entries how many entries the large maps have
 * @param where the folder of the files
 * @param settings how long to measure
 */
record ExamplesWorkload(String name, long entries, Path where, Settings settings)
    implements Workload {
  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(entries);
  }

  @Override
  public List<Peer> peers() {
    return List.of(Peer.VITRINE, Peer.CHRONICLE_MAP);
  }

  @Override
  public int figures() {
    return 4;
  }

  @Override
  public double seconds(Peer peer) {
    return 10;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Double> found =
        lab.measure(
            peer,
            "examples",
            Map.of(
                "folder",
                folder,
                "entries",
                entries,
                "calls",
                settings.quick() ? 500_000 : 1_000_000));
    Lab.delete(folder);
    var readings = new ArrayList<Reading>();
    for (String example : Reading.names(found)) {
      var params = new LinkedHashMap<String, Object>();
      params.put("example", example);
      params.put("entries", entries);
      params.put("where", where.toString());
      readings.add(Reading.told(name, params, Reading.NANOS, found, example));
    }
    return readings;
  }
}
