package io.vitrine.bench;

import io.vitrine.bench.call.CallRun;
import io.vitrine.bench.call.CodecCalls;
import io.vitrine.bench.peer.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A record of nine fields to bytes and back. Immutable.
 *
 * @param name what the command line calls it
 * @param text whether text, otherwise binary
 * @param settings how long to measure
 */
record CodecWorkload(String name, boolean text, Settings settings) implements Workload {
  @Override
  public List<Peer> peers() {
    boolean brief = settings.isBrief();
    return text && !brief
        ? List.of(Peer.VITRINE, Peer.CHRONICLE_WIRE, Peer.JACKSON, Peer.SNAKEYAML)
        : List.of(Peer.VITRINE, Peer.CHRONICLE_WIRE, Peer.JACKSON);
  }

  @Override
  public int figures() {
    return 3;
  }

  @Override
  public double seconds(Peer peer) {
    double measuring =
        settings.warmUpMillis(0) + settings.iterations() * settings.iterationMillis();
    return 3 * Budget.START + 2 * measuring / 1000;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    var readings = new ArrayList<Reading>();
    String form = text ? "text" : "binary";
    for (String what : List.of("encode", "decode")) {
      var run =
          new CallRun(
              CodecCalls.class,
              what + (text ? "Text" : "Binary"),
              1,
              1,
              settings.warmUpMillis(0),
              settings.iterations(),
              settings.iterationMillis(),
              settings.counters());
      CallRun.Outcome outcome = run.run(peer, Map.of(), lab.log());
      readings.addAll(Reading.ofCalls(name, params(form, what), outcome));
    }
    Map<String, Double> found = lab.measure(peer, "codec", Map.of("form", form));
    Double bytes = found.get("bytes");
    readings.add(Reading.of(name, params(form, "size"), "B", bytes == null ? Double.NaN : bytes));
    return readings;
  }

  @Override
  public boolean takesCounters() {
    return true;
  }

  private static Map<String, Object> params(String form, String what) {
    var params = new LinkedHashMap<String, Object>();
    params.put("form", form);
    params.put("what", what);
    return params;
  }
}
