package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what was measured and compares. For one thread. */
final class Results {
  /** What can be compared with each other. */
  private record Topic(String bench, Map<String, Object> params, String unit) {}

  private final Map<Topic, Map<Peer, List<Reading>>> topics = new LinkedHashMap<>();

  void add(Peer peer, Reading reading) {
    topics
        .computeIfAbsent(
            new Topic(reading.bench(), reading.params(), reading.unit()),
            _ -> new LinkedHashMap<>())
        .computeIfAbsent(peer, _ -> new ArrayList<>())
        .add(reading);
  }

  /** All results, those that can be compared one after the other. */
  List<Result> all() {
    var results = new ArrayList<Result>();
    topics.forEach((topic, byPeer) -> {
      List<Reading> own = byPeer.get(Peer.VITRINE);
      double base = own == null ? Double.NaN : median(values(own));
      byPeer.forEach((peer, readings) -> results.add(result(topic, peer, readings, base)));
    });
    return results;
  }

  private static Result result(Topic topic, Peer peer, List<Reading> readings, double base) {
    List<Double> values = values(readings);
    double value = median(values);
    return new Result(
        topic.bench,
        peer,
        topic.params,
        topic.unit,
        value,
        values.getFirst(),
        values.getLast(),
        values.size(),
        readings.stream().map(Results::median).toList(),
        median(readings.stream().map(Reading::allocated).sorted().toList()),
        Figure.isRate(topic.unit) ? base / value : value / base);
  }

  private static List<Double> values(List<Reading> readings) {
    return readings.stream().flatMap(reading -> reading.values().stream()).sorted().toList();
  }

  private static double median(Reading reading) {
    return median(values(List.of(reading)));
  }

  private static double median(List<Double> sorted) {
    int size = sorted.size();
    return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
  }
}
