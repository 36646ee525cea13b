package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Makes measurement after measurement, the systems taking turns. For one thread. */
final class Session implements AutoCloseable {
  private final Settings settings;
  private final Report report;
  private final List<Workload> plan;
  private final Progress progress;
  private final Lab lab;
  private int failures;

  /**
   * Prepares folders.
   *
   * @param settings what to measure
   * @param report prints tables
   * @param err told of progress and failures
   * @param terminal whether a line can be written over there
   */
  Session(Settings settings, Report report, PrintWriter err, boolean terminal) throws IOException {
    this.settings = settings;
    this.report = report;
    this.plan = Plan.of(settings);
    this.progress = new Progress(err, terminal, steps(), System::nanoTime);
    this.lab = new Lab(settings.folders());
  }

  /**
   * Makes all measurements that are wanted.
   *
   * @throws java.util.concurrent.CancellationException if the program is told to end meanwhile
   */
  List<Result> run() {
    var all = new ArrayList<Result>();
    for (Workload workload : plan) {
      var results = new Results();
      for (int round = 1; round <= workload.rounds(settings.rounds()); round++) {
        for (Peer peer : peers(workload, round)) {
          progress.begin();
          measure(workload, peer, round, results);
          progress.end();
        }
      }
      List<Result> found = results.all();
      progress.clear();
      report.table(found);
      all.addAll(found);
    }
    progress.done();
    if (failures > 0) {
      progress.note(
          failures
              + " of "
              + steps().size()
              + " measurements failed; their figures are missing (all output: "
              + lab.log()
              + ")");
    }
    return all;
  }

  /** Who takes part, in another order each time: nobody always comes first. */
  private List<Peer> peers(Workload workload, int round) {
    List<Peer> peers = new ArrayList<>(workload.peers());
    peers.retainAll(settings.peers());
    Collections.rotate(peers, round - 1);
    return peers;
  }

  private List<Progress.Step> steps() {
    var steps = new ArrayList<Progress.Step>();
    for (Workload workload : plan) {
      for (int round = 1; round <= workload.rounds(settings.rounds()); round++) {
        for (Peer peer : peers(workload, round)) {
          steps.add(
              new Progress.Step(
                  what(workload, peer, round), List.of(workload, peer), workload.seconds(peer)));
        }
      }
    }
    return steps;
  }

  private String what(Workload workload, Peer peer, int round) {
    int rounds = workload.rounds(settings.rounds());
    return workload.name()
        + ", "
        + peer.label()
        + (rounds == 1 ? "" : ", round " + round + " of " + rounds);
  }

  /** How many measurements failed. */
  int failures() {
    return failures;
  }

  private void measure(Workload workload, Peer peer, int round, Results results) {
    try {
      lab.traces().check();
      for (Reading reading : workload.run(peer, lab)) {
        results.add(peer, reading);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (Exception e) {
      lab.traces().check(); // Then what runs is killed by us.
      // One peer that fails does not take the others' figures away.
      failures++;
      progress.note(
          what(workload, peer, round) + " failed: " + e + " (all output: " + lab.log() + ")");
    }
  }

  @Override
  public void close() throws IOException {
    if (failures > 0) {
      lab.keepLog();
    }
    lab.close();
  }
}
