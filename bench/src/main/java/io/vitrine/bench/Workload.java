package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something to measure, under one set of conditions. Immutable. */
interface Workload {
  /** What the command line calls it. */
  String name();

  /** What the command line calls it together with others; its own name if there are none. */
  default String group() {
    return name();
  }

  /** The systems that it is measured with, the one that the others are compared with first. */
  List<Peer> peers();

  /**
   * Measures once, in a JVM of its own.
   *
   * @param peer the system
   * @param lab starts the JVM
   * @return what was measured
   * @throws Exception if anything fails
   */
  List<Reading> run(Peer peer, Lab lab) throws Exception;

  /**
   * How many JVMs measure the same.
   *
   * @param wanted how many are wanted
   * @return fewer where the figure does not depend on chance
   */
  default int rounds(int wanted) {
    return wanted;
  }

  /**
   * About how long one round takes on the reference machine: what {@link Budget} adds up, which
   * decides what a whole run leaves out. It is corrected by hand after a run that took longer.
   *
   * @param peer the system
   * @return seconds, without the time to fill a map that other measurements use, too
   */
  default double seconds(Peer peer) {
    return 4;
  }

  /** About how many figures one round gives: where time is short, those that take least stay. */
  default int figures() {
    return 1;
  }

  /** Which of the conditions that the command line can name it is measured under. */
  default Conditions conditions() {
    return Conditions.NONE;
  }

  /** Whether it has events counted that the command line names. */
  default boolean takesCounters() {
    return false;
  }

  /** The map that has to be there, which the measurements after it may use, too; null for none. */
  default @Nullable Prepared prepared() {
    return null;
  }
}
