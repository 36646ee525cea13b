package io.vitrine.bench;

import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Bytes of an entry as the disk counts them; of a map on the heap, as the collector does.
 * Immutable.
 *
 * @param name what the command line calls it
 * @param entries how many entries there are
 * @param where the folder of the files
 * @param peers the systems
 */
record SpaceWorkload(String name, long entries, Path where, List<Peer> peers) implements Workload {
  private static final int VALUE_BYTES = 64;

  /** How often an entry is put or removed: twice filled, and 20 rounds that replace 30 %. */
  private static final double CHANGES = 3 + 20 * 0.3 * 2;

  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(entries);
  }

  /** It is the same in each. */
  @Override
  public int rounds(int wanted) {
    return 1;
  }

  @Override
  public double seconds(Peer peer) {
    return 3 * Budget.START + Budget.toFill(peer, (long) (CHANGES * entries));
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    var texts = new Shape(KeyKind.STRING, VALUE_BYTES, entries);
    var readings = new ArrayList<Reading>();
    readings.addAll(kind(peer, lab, "numbers", new Shape(KeyKind.LONG, Long.BYTES, entries)));
    readings.addAll(kind(peer, lab, "texts", texts));
    readings.addAll(kind(peer, lab, "churn", texts.withVariedValues()));
    return readings;
  }

  private List<Reading> kind(Peer peer, Lab lab, String kind, Shape shape) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Object> options = Lab.options(folder, shape);
    options.put("kind", kind);
    Map<String, Double> found = lab.measure(peer, "space", options);
    Lab.delete(folder);
    var readings = new ArrayList<Reading>();
    for (String when : found.keySet().stream().sorted().toList()) {
      Map<String, Object> params = Reading.with(shape.params(), "after", when);
      params.put("where", where.toString());
      readings.add(Reading.of("space", params, "B/entry", found.getOrDefault(when, Double.NaN)));
    }
    return readings;
  }
}
