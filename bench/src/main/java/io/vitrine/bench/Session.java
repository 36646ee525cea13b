package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Makes measurement after measurement, the systems taking turns. For one thread. */
final class Session implements AutoCloseable {
  private final Settings settings;
  private final Report report;
  private final List<Workload> plan;
  private final Progress progress;
  private final Lab lab;
  private final LeftOut leftOut;
  private final List<Result> all = new ArrayList<>();
  private Results results = new Results();
  private int made;
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
    this.leftOut = new LeftOut(settings);
    this.progress = new Progress(err, terminal, steps(), System::nanoTime);
    this.lab = new Lab(settings.folders());
  }

  /** Makes all measurements that are wanted, or those until the program is told to end. */
  List<Result> run() {
    try {
      for (Workload workload : plan) {
        measure(workload);
        tell();
      }
      progress.done();
    } catch (CancellationException e) {
      tell(); // What there is of the last one; to end, the program waits until we are closed.
      progress.note("interrupted after " + made());
    }
    String note = leftOut.note();
    if (note != null) {
      progress.note(note);
    }
    if (failures > 0) {
      progress.note(
          failures
              + " of "
              + made
              + " measurements failed; their figures are missing (all output: "
              + lab.log()
              + ")");
    }
    return List.copyOf(all);
  }

  private void measure(Workload workload) {
    for (int round = 1; round <= workload.rounds(settings.rounds()); round++) {
      List<Peer> peers = peers(workload, round);
      if (leftOut.leavesOut(workload, round, peers.size(), progress)) {
        continue;
      }
      for (Peer peer : peers) {
        progress.begin();
        measure(workload, peer, round);
        progress.end();
        made++;
      }
    }
  }

  /** A table of what was measured since the last one. */
  private void tell() {
    List<Result> found = results.all();
    results = new Results();
    progress.clear();
    report.table(found);
    all.addAll(found);
  }

  /** Whether all that was wanted has been measured, or tried. */
  boolean isComplete() {
    return made + leftOut.count() == steps().size();
  }

  /** What was left out for lack of time, null if nothing was. */
  @Nullable String leftOut() {
    return leftOut.what();
  }

  /** How many measurements have been made or have failed. */
  String made() {
    return made + " of " + steps().size() + " measurements";
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
                  what(workload, peer, round),
                  List.of(workload, peer),
                  workload.seconds(peer),
                  workload.figures(),
                  leftOut.isSpare(workload, round)));
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

  private void measure(Workload workload, Peer peer, int round) {
    try {
      lab.traces().check();
      List<Reading> readings = workload.run(peer, lab);
      lab.traces().check(); // Then what ran beside was perhaps killed.
      readings.forEach(reading -> results.add(peer, reading));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (Exception e) {
      lab.traces().checkSoon(); // Then what runs is killed by us.
      // One peer that fails does not take the others' figures away.
      failures++;
      progress.note(
          what(workload, peer, round) + " failed: " + e + " (all output: " + lab.log() + ")");
    }
    try {
      lab.removeLeft();
    } catch (IOException e) {
      lab.traces().checkSoon();
      progress.note("could not remove the files of " + what(workload, peer, round) + ": " + e);
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
