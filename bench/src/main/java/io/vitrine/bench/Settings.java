package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * How much is measured. Immutable.
 *
 * @param quick whether everything has to be over within minutes
 * @param rounds how many JVMs measure the same
 * @param isRoundsNamed whether somebody says so
 * @param only names of the measurements wanted, or of groups of them; empty for all
 * @param peers the systems wanted
 * @param folders where the files lie
 * @param entries numbers of entries, the smallest first
 * @param matrix other conditions of calls
 * @param counters events that the processor counts
 */
record Settings(
    boolean quick,
    int rounds,
    boolean isRoundsNamed,
    Set<String> only,
    Set<Peer> peers,
    List<Path> folders,
    List<Long> entries,
    Matrix matrix,
    List<String> counters) {

  boolean wants(Workload workload) {
    return only.isEmpty() || only.contains(workload.name()) || only.contains(workload.group());
  }

  /** Whether some system is wanted that this is measured with. */
  boolean hasPeerOf(Workload workload) {
    return !Collections.disjoint(workload.peers(), peers);
  }

  /** Whether nobody says what he wants but its length: then it is promised to end in time. */
  boolean isTimed() {
    return only.isEmpty() && !isRoundsNamed && !namesEntries() && !matrix.isGiven();
  }

  /** Whether it is the run of all that is promised to end in time. */
  boolean isWhole() {
    return !quick && isTimed();
  }

  /** Whether it measures only what decides: the short run of all. */
  boolean isBrief() {
    return quick && only.isEmpty();
  }

  /** Whether somebody says how many entries there are to be: else the usual of scale are more. */
  boolean namesEntries() {
    return entries.equals(matrix.scale());
  }

  /** The same of all measurements, at length. */
  Settings withAll() {
    return new Settings(
        false, rounds, isRoundsNamed, Set.of(), peers, folders, entries, matrix, counters);
  }

  /** The same with the usual values, keys and threads. */
  Settings withUsualCalls() {
    var usual = new Matrix(List.of(), List.of(), List.of(), matrix.scale());
    return new Settings(
        quick, rounds, isRoundsNamed, only, peers, folders, entries, usual, counters);
  }

  /**
   * How long is warmed up at the least where a number of entries or changes says when: compilers
   * are at work for the first two seconds of a JVM, however fast it is.
   */
  int leastWarmUpMillis() {
    return quick ? 300 : only.isEmpty() ? 500 : 2_500;
  }

  /**
   * How long maps are filled before one of numbers that is timed as a whole. Half a second, which
   * does where the median of windows is told, has not compiled what growth calls; a whole run has
   * no more time than this.
   */
  int fillWarmUpMillis() {
    return quick ? 300 : only.isEmpty() ? 850 : 2_500;
  }

  /**
   * How long calls are made before anything is measured: large maps have more pages to touch. A
   * whole run has no time until the compilers are done with all; who names what he wants has.
   */
  long warmUpMillis(long count) {
    long named = quick || only.isEmpty() ? 0 : 3_000;
    return (quick ? 600 : 700) + named + count / (quick ? 20_000 : 10_000);
  }

  /** The same in words. */
  String warmUp() {
    long million = warmUpMillis(1_000_000) - warmUpMillis(0);
    return warmUpMillis(0) + " ms, and " + million + " more for a million entries";
  }

  /**
   * What all windows depend on, of calls and of what else is measured: each measurement takes its
   * own from whether the run is short, and whether somebody names what he wants.
   */
  String length() {
    String what = quick ? "quick run" : "long run";
    return what + (only.isEmpty() ? " of all" : " of what is named");
  }

  int iterations() {
    return quick ? 2 : 3;
  }

  long iterationMillis() {
    return 200;
  }
}
