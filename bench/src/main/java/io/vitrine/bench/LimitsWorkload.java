package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What memory itself takes where it is as large as a map: the least that lookups of that map can
 * take. Immutable.
 *
 * @param name what the command line calls it
 * @param entries how many the map has that the memory is as large as
 * @param where the folder of its files
 * @param settings how long to measure
 */
record LimitsWorkload(String name, long entries, Path where, Settings settings)
    implements Workload {
  /** What an entry of an 8-byte key and a 64-byte value takes, with its share of the buckets. */
  static final long ENTRY_BYTES = 100;

  /** Seconds to write a million times so much in a random order for the first time. */
  private static final double FILL_SECONDS = 0.2;

  /** What such a file takes to be filled. */
  static double fillSeconds(long entries) {
    return FILL_SECONDS * entries / 1e6;
  }

  /** What the task tells: times of one access each, and last a rate. */
  static final List<String> TIMES =
      List.of(
          "dependent miss",
          "two dependent misses",
          "two misses, 64 bytes copied",
          "two misses, copied and checked",
          "two misses, checked, 5 draws",
          "two misses, checked, 10 draws",
          "two misses, checked, 30 draws",
          "30 draws",
          "32 misses at once, each",
          "32 copies of 64 bytes at once, each");

  static final String BANDWIDTH = "copy in order";

  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(entries);
  }

  @Override
  public List<Peer> peers() {
    return List.of(Peer.MACHINE);
  }

  private long millis() {
    return settings.quick() ? 25 : 70;
  }

  @Override
  public int figures() {
    return TIMES.size() + 1;
  }

  @Override
  public double seconds(Peer peer) {
    double measuring = (TIMES.size() + 1) * 2L * millis() / 1000.0;
    return Budget.START + measuring + fillSeconds(entries);
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Double> found =
        lab.measure(
            peer,
            "limits",
            Map.of("folder", folder, "bytes", entries * ENTRY_BYTES, "millis", millis()));
    Lab.delete(folder);
    var readings = new ArrayList<Reading>();
    for (String what : TIMES) {
      readings.add(Reading.of(name, params(what), "ns", found.getOrDefault(what, Double.NaN)));
    }
    double bandwidth = found.getOrDefault(BANDWIDTH, Double.NaN);
    readings.add(Reading.of(name, params(BANDWIDTH), "GB/s", bandwidth));
    return readings;
  }

  private Map<String, Object> params(String what) {
    var params = new LinkedHashMap<String, Object>();
    params.put("what", what);
    params.put("entries", entries);
    params.put("where", where.toString());
    return params;
  }
}
