package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What files take by themselves: those of a store opened, mapped and locked, and a file that grows
 * met page by page, filled with zeros before or not. The least that {@code open} and {@code insert}
 * can take of who does as much. Immutable.
 *
 * @param name what the command line calls it
 * @param where the folder of the files
 */
record FilesWorkload(String name, Path where) implements Workload {
  /** What the task tells, in nanoseconds. */
  static final String PAGE_OF_ZEROS = "a page met, zeros written before";

  static final String PAGE_OF_HOLE = "a page met, in a hole";
  static final String OPENED = "files of a store opened, mapped, locked";
  static final String ASKED = "a file asked after";
  static final String HANDED = "a task handed to a thread that sleeps";

  private static final double SECONDS = 0.8;

  @Override
  public List<Peer> peers() {
    return List.of(Peer.MACHINE);
  }

  @Override
  public int figures() {
    return 2;
  }

  @Override
  public double seconds(Peer peer) {
    return Budget.START + SECONDS;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Double> found = lab.measure(peer, "files", Map.of("folder", folder));
    Lab.delete(folder);
    var readings = new ArrayList<Reading>();
    for (String what : List.of(PAGE_OF_ZEROS, PAGE_OF_HOLE, OPENED, ASKED, HANDED)) {
      Double nanos = found.get(what);
      if (nanos == null) {
        throw new IllegalStateException("the task told nothing of " + what + ", but " + found);
      }
      Map<String, Object> params = Map.of("what", what, "where", where.toString());
      readings.add(Reading.of(name, params, "ns", nanos));
    }
    return readings;
  }
}
