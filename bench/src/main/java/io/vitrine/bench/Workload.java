package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.util.List;

/** Something to measure, under one set of conditions. Immutable. */
interface Workload {
  /** What the command line calls it. */
  String name();

  /** The systems that it is measured with, the one that the others are compared with first. */
  List<Peer> peers();

  /**
   * About how long one system takes in one round; only the progress depends on it.
   *
   * @return seconds
   */
  default double seconds() {
    return 8;
  }

  /**
   * Measures once, in a JVM of its own.
   *
   * @param peer the system
   * @param lab starts the JVM
   * @return what was measured
   * @throws Exception if anything fails
   */
  List<Reading> run(Peer peer, Lab lab) throws Exception;
}
