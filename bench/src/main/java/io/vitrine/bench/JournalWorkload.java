package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Messages of 40 bytes that one JVM appends and another one tails: as fast as they go, or so many a
 * second, with their delays from the moment at which each should have been appended. Beside the
 * delays of one rate half a round trip of a word between two JVMs, one after the other. Immutable.
 *
 * @param name what the command line calls it
 * @param rate messages a second, 0 for as many as go
 * @param where the folder of the files
 * @param settings how long to measure
 */
record JournalWorkload(String name, long rate, Path where, Settings settings) implements Workload {
  private static final long MESSAGES = 1_000_000;
  private static final int REPEATS = 3;
  private static final String DELAY = "delay";

  /** The bare machine has no rate: a word goes to and fro as fast as it does, beside this one. */
  private static final long BESIDE_MACHINE = 1_000_000;

  /** About how many go through the slowest of the systems. */
  private static final double PER_SECOND = 4e6;

  private static final List<String> PERCENTILES =
      List.of("p50", "p90", "p99", "p99.9", "p99.99", "max");

  @Override
  public List<Peer> peers() {
    return rate == BESIDE_MACHINE
        ? List.of(Peer.VITRINE, Peer.CHRONICLE_QUEUE, Peer.AERON, Peer.MACHINE)
        : List.of(Peer.VITRINE, Peer.CHRONICLE_QUEUE, Peer.AERON);
  }

  @Override
  public int figures() {
    return rate == 0 ? 1 : 6;
  }

  private long messages() {
    return rate == 0 ? MESSAGES / (settings.quick() ? 4 : 1) : rate * millis() / 1000;
  }

  /** As fast as they go, whatever the rate: so compilers are done soonest. */
  private long warmUps() {
    return settings.quick() ? MESSAGES / 2 : 2 * MESSAGES;
  }

  private long millis() {
    return settings.quick() ? 800 : 2000;
  }

  @Override
  public double seconds(Peer peer) {
    if (peer == Peer.MACHINE) {
      return 1.5;
    }
    // One JVM after the other is started; then they run side by side.
    double measuring = rate == 0 ? REPEATS * messages() / PER_SECOND : 1.25 * millis() / 1e3;
    return 2 * Budget.START + warmUps() / PER_SECOND + measuring;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("folder", folder);
    options.put("rate", rate);
    options.put("warmUps", warmUps());
    options.put("messages", messages());
    Map<String, Double> found =
        peer == Peer.MACHINE
            ? both(peer, "ping", "pong", options, lab)
            : both(peer, "journal-read", "journal-append", options, lab);
    Lab.delete(folder);
    return rate == 0 ? rates(found) : delays(peer, found);
  }

  /** Whoever reads is there before anything is appended. */
  static Map<String, Double> both(
      Peer peer, String measuring, String other, Map<String, Object> options, Lab lab)
      throws Exception {
    try (ForkProcess first = lab.fork(peer, measuring, options).awaitReady();
        ForkProcess second = lab.fork(peer, other, options).awaitReady()) {
      first.go();
      second.go();
      var found = new HashMap<>(first.results());
      second.results().forEach((told, value) -> found.merge(told, value, Double::sum));
      return found;
    }
  }

  private List<Reading> rates(Map<String, Double> found) {
    List<Double> rates =
        IntStream.rangeClosed(1, REPEATS)
            .mapToObj(phase -> found.getOrDefault("rate-" + phase, Double.NaN))
            .toList();
    double allocated = found.getOrDefault("allocated", Double.NaN);
    return List.of(new Reading(name, params("rate"), Reading.RATE, rates, allocated));
  }

  /** From what was told; package-private for tests. */
  List<Reading> delays(Peer peer, Map<String, Double> found) {
    Map<String, Object> all =
        peer == Peer.MACHINE ? Map.of("what", DELAY, "loop", "closed") : params(DELAY);
    var readings = new ArrayList<Reading>();
    for (String percentile : PERCENTILES) {
      Map<String, Object> params = Reading.with(all, "percentile", percentile);
      readings.add(Reading.told(name, params, "ns", found, percentile));
    }
    Double reached = found.get("reached");
    if (reached != null) {
      readings.add(Reading.of(name, params("reached"), Reading.RATE, reached));
    }
    return readings;
  }

  private Map<String, Object> params(String what) {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("what", what);
    if (what.equals(DELAY)) {
      params.put("loop", "open"); // whether or not those before were read
    }
    if (rate > 0) {
      params.put("rate", rate);
    }
    return params;
  }
}
