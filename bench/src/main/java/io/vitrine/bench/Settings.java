package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * How much is measured. Immutable.
 *
 * @param quick whether everything has to be over within minutes
 * @param rounds how many JVMs measure the same
 * @param only names of the measurements wanted, or of groups of them; empty for all
 * @param peers the systems wanted
 * @param folders where the files lie
 * @param entries numbers of entries
 */
record Settings(
    boolean quick,
    int rounds,
    Set<String> only,
    Set<Peer> peers,
    List<Path> folders,
    List<Long> entries) {

  boolean wants(Workload workload) {
    return only.isEmpty() || only.contains(workload.name()) || only.contains(workload.group());
  }

  /** How long calls are made before anything is measured: large maps have more pages to touch. */
  long warmUpMillis(long count) {
    return (quick ? 1000 : 2000) + count / (quick ? 10_000 : 5000);
  }

  int iterations() {
    return quick ? 2 : 3;
  }

  long iterationMillis() {
    return quick ? 500 : 1000;
  }
}
