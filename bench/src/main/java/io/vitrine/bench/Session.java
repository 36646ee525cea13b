package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Makes measurement after measurement, the systems taking turns. For one thread. */
final class Session implements AutoCloseable {
  private final Settings settings;
  private final Report report;
  private final PrintWriter progress;
  private final Lab lab;
  private final Thread hook;
  private int failures;

  Session(Settings settings, Report report, PrintWriter progress) throws IOException {
    this.settings = settings;
    this.report = report;
    this.progress = progress;
    this.lab = new Lab(settings.folders());
    this.hook = new Thread(lab::close, "bench-clean-up");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Makes all measurements that are wanted. */
  List<Result> run() {
    var all = new ArrayList<Result>();
    for (Workload workload : Plan.of(settings)) {
      var results = new Results();
      for (int round = 1; round <= settings.rounds(); round++) {
        // Another order each time: nobody always comes first.
        List<Peer> peers = new ArrayList<>(workload.peers());
        peers.retainAll(settings.peers());
        Collections.rotate(peers, round - 1);
        for (Peer peer : peers) {
          measure(workload, peer, round, results);
        }
      }
      List<Result> found = results.all();
      report.table(found);
      all.addAll(found);
    }
    return all;
  }

  /** How many measurements failed. */
  int failures() {
    return failures;
  }

  private void measure(Workload workload, Peer peer, int round, Results results) {
    String what = workload.name() + " " + peer.label() + " round " + round;
    try {
      for (Reading reading : workload.run(peer, lab)) {
        results.add(peer, reading);
        progress.printf(
            Locale.ROOT, "# %s: %s %s %s%n", what, reading.bench(), shown(reading), reading.unit());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (Exception e) {
      // One peer that fails does not take the others' figures away.
      failures++;
      progress.printf("# %s failed: %s (all output: %s)%n", what, e, lab.log());
    }
    progress.flush();
  }

  private static String shown(Reading reading) {
    var shown = new StringBuilder();
    for (double value : reading.values()) {
      shown.append(String.format(Locale.ROOT, "%.1f ", value));
    }
    return shown.toString().strip();
  }

  @Override
  public void close() throws IOException {
    lab.close();
    Runtime.getRuntime().removeShutdownHook(hook);
    if (failures == 0) {
      java.nio.file.Files.deleteIfExists(lab.log());
    }
  }
}
