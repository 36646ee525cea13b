package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A map is filled from empty. Immutable.
 *
 * @param name what the command line calls it
 * @param shape what it holds in the end
 * @param where the folder of its files
 * @param peers the systems
 * @param warmUpMillis how long maps are filled before, at the least
 */
record InsertWorkload(String name, Shape shape, Path where, List<Peer> peers, int warmUpMillis)
    implements Workload {
  /** What {@code InsertTask} fills before it measures. */
  private static final long WARM_UP = 300_000;

  @Override
  public Conditions conditions() {
    return Conditions.ofCalls(shape, 1);
  }

  @Override
  public List<Peer> peers() {
    return Peer.withRoomFor(shape.entries(), peers);
  }

  @Override
  public double seconds(Peer peer) {
    double warmUp = Math.max(warmUpMillis / 1e3, Budget.toFill(peer, WARM_UP));
    return Budget.START + warmUp + Budget.toFill(peer, shape.entries());
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Object> options = Lab.options(folder, shape);
    options.put("warm-up-millis", warmUpMillis);
    Map<String, Double> found = lab.measure(peer, "insert", options);
    Lab.delete(folder);
    Map<String, Object> params = Reading.with(shape.params(), "where", where.toString());
    return List.of(
        new Reading(
            "insert",
            params,
            Reading.NANOS,
            List.of(found.getOrDefault("nanos", Double.NaN)),
            found.getOrDefault("allocated", Double.NaN)));
  }
}
