package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the slowest calls do while a map is filled from empty. Immutable.
 *
 * @param name what the command line calls it
 * @param shape what it holds in the end
 * @param where the folder of its files
 */
record PauseCausesWorkload(String name, Shape shape, Path where) implements Workload {
  /**
   * A part of the time.
   *
   * @param told the name that the JVM tells it by
   * @param meaning what the report calls it
   */
  private record Cause(String told, String meaning) {}

  private static final List<Cause> CAUSES =
      List.of(
          new Cause("table", "growth of a table"),
          new Cause("file", "growth of the file"),
          new Cause("jvm", "operations of the JVM"),
          new Cause("rest", "anything else"),
          new Cause("whole", "the whole call"));

  @Override
  public Conditions conditions() {
    return Conditions.ofEntries(shape.entries());
  }

  @Override
  public List<Peer> peers() {
    return List.of(Peer.VITRINE);
  }

  @Override
  public int figures() {
    return 5;
  }

  @Override
  public double seconds(Peer peer) {
    return 2 * Budget.START + Budget.toFill(peer, shape.entries());
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Double> found = lab.measure(peer, "pause-causes", Lab.options(folder, shape));
    Lab.delete(folder);
    Map<String, Object> params = Reading.with(shape.params(), "loop", "closed");
    params.put("where", where.toString());
    var readings = new ArrayList<Reading>();
    for (Cause cause : CAUSES) {
      double micros = found.getOrDefault(cause.told, Double.NaN) / 1000;
      Map<String, Object> of = Reading.with(params, "cause", cause.meaning);
      readings.add(Reading.of("pause-causes", of, "us", micros));
    }
    return readings;
  }
}
