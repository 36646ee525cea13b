package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.util.ArrayList;
import java.util.Map;

/** JVMs that begin to measure the same thing at the same time. Stateless; any thread. */
final class Together {
  private Together() {}

  /**
   * Has several JVMs do a task at once.
   *
   * @param lab starts them
   * @param peer what they measure
   * @param task what they do, and tell a {@code rate} of
   * @param options of the task
   * @param processes how many JVMs
   * @return the {@code rate} of all together, and the mean of what they {@code allocated}
   */
  static Map<String, Double> rate(
      Lab lab, Peer peer, String task, Map<String, Object> options, int processes)
      throws Exception {
    var forks = new ArrayList<ForkProcess>();
    double rate = 0;
    double allocated = 0;
    try {
      for (int i = 0; i < processes; i++) {
        forks.add(lab.fork(peer, task, options));
      }
      for (ForkProcess fork : forks) {
        fork.awaitReady();
      }
      for (ForkProcess fork : forks) {
        fork.go();
      }
      for (ForkProcess fork : forks) {
        Map<String, Double> found = fork.results();
        rate += found.getOrDefault("rate", Double.NaN);
        allocated += found.getOrDefault("allocated", Double.NaN) / processes;
      }
    } finally {
      forks.forEach(ForkProcess::close);
    }
    return Map.of("rate", rate, "allocated", allocated);
  }
}
