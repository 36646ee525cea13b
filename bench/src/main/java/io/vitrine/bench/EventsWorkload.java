package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes of one map, of which subscribers on the same machine are told. Immutable.
 *
 * @param name what the command line calls it
 * @param part what is measured of them
 * @param count of subscribers, or of JVMs
 * @param where the folder of the files
 * @param settings how long to measure
 */
record EventsWorkload(String name, Part part, int count, Path where, Settings settings)
    implements Workload {
  /** What is measured. */
  enum Part {
    /** Changes a second of which all subscribers have been told. */
    RATE,
    /** From right before a change to who polls the log, or is told by a subscription. */
    DELAY,
    /** How long updates take beside subscribers, with one of them stuck and without. */
    STUCK
  }

  private static final int DELAYS = 150_000;

  /** Where each change wakes a thread, so that as many as elsewhere would take seconds. */
  private static final int WARM_UP_SLOW = 60_000;

  private static final int DELAYS_QUICK = 30_000;
  private static final int CHANGES = 1_500_000;
  private static final int CHANGES_MIN = 100_000;
  private static final List<String> PERCENTILES = List.of("p50", "p99", "p99.99");

  @Override
  public List<Peer> peers() {
    return switch (part) {
      case RATE -> count == 1 ? List.of(Peer.VITRINE, Peer.AGRONA) : List.of(Peer.VITRINE);
      case DELAY -> List.of(Peer.VITRINE, Peer.AGRONA, Peer.MACHINE);
      case STUCK -> List.of(Peer.VITRINE);
    };
  }

  @Override
  public int figures() {
    return part == Part.RATE ? 1 : 4;
  }

  @Override
  public double seconds(Peer peer) {
    return switch (part) {
      case RATE -> settings.quick() ? 3 : 4;
      case DELAY ->
          (settings.quick() ? 3 : peer == Peer.VITRINE ? 7 : 4)
              + settings.leastWarmUpMillis() / 1e3;
      case STUCK -> 2 + 8 * phaseMillis() / 1e3;
    };
  }

  private int warmUpSlow() {
    return settings.quick() ? WARM_UP_SLOW / 3 : WARM_UP_SLOW;
  }

  private long phaseMillis() {
    return settings.quick() ? 500 : 700;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    return switch (part) {
      case RATE -> rates(peer, lab);
      case STUCK -> stuck(peer, lab);
      case DELAY ->
          switch (peer) {
            case AGRONA -> delays(peer, "polling", "ring", lab);
            case MACHINE -> delays(peer, "polling", "word", lab);
            default -> {
              var both = new ArrayList<>(delays(peer, "polling", "log", lab));
              both.addAll(delays(peer, "subscription", "subscription", lab));
              yield both;
            }
          };
    };
  }

  private Map<String, Object> params(String what) {
    var params = new LinkedHashMap<String, Object>();
    params.put("what", what);
    return params;
  }

  private List<Reading> rates(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    int most = settings.quick() ? CHANGES / 3 : CHANGES;
    Map<String, Double> found =
        lab.measure(
            peer,
            "event-rate",
            Map.of(
                "folder",
                folder,
                "subscribers",
                count,
                "changes",
                Math.max(most / count, CHANGES_MIN)));
    Lab.delete(folder);
    Map<String, Object> params = Reading.with(params("rate"), "subscribers", count);
    List<Double> rates =
        Reading.names(found).stream().map(told -> found.getOrDefault(told, Double.NaN)).toList();
    double allocated = found.getOrDefault("allocated", Double.NaN);
    return List.of(new Reading(name, params, Reading.RATE, rates, allocated));
  }

  private List<Reading> delays(Peer peer, String how, String through, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("folder", folder);
    options.put("through", through);
    options.put("updates", settings.quick() ? DELAYS_QUICK : DELAYS);
    boolean isSlow = through.equals("subscription");
    options.put("warm-up", isSlow ? warmUpSlow() : VisibilityWorkload.WARM_UP);
    options.put("warm-up-millis", isSlow ? 0 : settings.leastWarmUpMillis());
    Map<String, Double> found;
    if (count == 1) {
      found = lab.measure(peer, "delay", options);
    } else {
      try (ForkProcess writer = lab.fork(peer, "write", options);
          ForkProcess reader = lab.fork(peer, "read", options)) {
        writer.awaitReady();
        reader.awaitReady();
        reader.go();
        writer.go();
        var both = new HashMap<>(reader.results());
        writer.results().forEach((told, value) -> both.merge(told, value, Double::sum));
        found = both;
      }
    }
    Lab.delete(folder);
    var readings = new ArrayList<Reading>();
    for (String percentile : PERCENTILES) {
      Map<String, Object> params = params("delay");
      params.put("loop", "closed"); // the next change waits until this one was seen
      params.put("how", how);
      params.put("processes", count);
      params.put("percentile", percentile);
      readings.add(Reading.told(name, params, "ns", found, percentile));
    }
    return readings;
  }

  private List<Reading> stuck(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    Map<String, Double> found =
        lab.measure(
            peer,
            "event-stuck",
            Map.of("folder", folder, "subscribers", count, "millis", phaseMillis()));
    Lab.delete(folder);
    var readings = new ArrayList<Reading>();
    for (String kind : List.of("free", "stuck")) {
      for (String percentile : List.of("p50", "p99")) {
        List<Double> values =
            found.keySet().stream()
                .filter(key -> key.startsWith(kind) && key.endsWith(percentile))
                .sorted()
                .map(found::get)
                .toList();
        Map<String, Object> params = params("put");
        params.put("loop", "closed");
        params.put("subscribers", count);
        params.put("stuck", kind.equals("stuck") ? 1 : 0);
        params.put("percentile", percentile);
        double allocated = found.getOrDefault(kind + "-allocated", Double.NaN);
        readings.add(new Reading(name, params, "ns", values, allocated));
      }
    }
    return readings;
  }
}
