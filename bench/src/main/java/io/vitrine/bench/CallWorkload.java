package io.vitrine.bench;

import io.vitrine.bench.call.BatchCalls;
import io.vitrine.bench.call.CallRun;
import io.vitrine.bench.call.LongCalls;
import io.vitrine.bench.call.NumberCalls;
import io.vitrine.bench.call.TextCalls;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The same call over and over on random entries of a map that is there. Immutable.
 *
 * @param name what the command line calls it
 * @param method the call
 * @param shape what the map holds
 * @param compact whether it is a map of numbers
 * @param threads how many threads call
 * @param where the folder of its files
 * @param settings how long to measure
 */
record CallWorkload(
    String name,
    String method,
    Shape shape,
    boolean compact,
    int threads,
    Path where,
    Settings settings)
    implements Workload {

  @Override
  public List<Peer> peers() {
    return List.of(Peer.VITRINE, Peer.CHRONICLE_MAP, Peer.HASH_MAP);
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.prepared(peer, where, shape, compact);
    var run =
        new CallRun(
            calls(),
            method,
            threads,
            1,
            settings.warmUpMillis(shape.entries()),
            settings.iterations(),
            settings.iterationMillis());
    CallRun.Outcome outcome = run.run(peer, target(folder), lab.log());
    return List.of(
        new Reading(method, params(), Reading.NANOS, outcome.nanos(), outcome.allocated()));
  }

  private Map<String, String> target(Path folder) {
    return Map.of(
        "folder", folder.toString(),
        "entries", Long.toString(shape.entries()),
        "valueBytes", Integer.toString(shape.valueBytes()));
  }

  private Class<?> calls() {
    if (method.endsWith("32")) {
      return BatchCalls.class;
    }
    if (compact) {
      return NumberCalls.class;
    }
    return shape.key() == KeyKind.LONG ? LongCalls.class : TextCalls.class;
  }

  private Map<String, Object> params() {
    Map<String, Object> params = Reading.with(shape.params(), "threads", threads);
    if (compact) {
      params.put("layout", "compact");
    }
    params.put("where", where.toString());
    return params;
  }
}
