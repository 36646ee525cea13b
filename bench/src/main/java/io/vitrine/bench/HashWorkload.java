package io.vitrine.bench;

import io.vitrine.bench.call.CallRun;
import io.vitrine.bench.hash.HashCalls;
import io.vitrine.bench.hash.HashForm;
import io.vitrine.bench.peer.Peer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One hash after the other. Immutable.
 *
 * @param function the hash function
 * @param form what is hashed
 * @param length of how many bytes or characters
 * @param settings how long to measure
 */
record HashWorkload(String function, HashForm form, int length, Settings settings)
    implements Workload {
  private static final int WARM_UP_MILLIS = 600;
  private static final int ITERATIONS = 4;
  private static final int ITERATION_MILLIS = 150;

  @Override
  public String name() {
    return "hash";
  }

  @Override
  public List<Peer> peers() {
    return HashForm.peers(function);
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    var run = new CallRun(HashCalls.class, "hash", 1, WARM_UP_MILLIS, ITERATIONS, ITERATION_MILLIS);
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("function", function);
    params.put("form", form.label());
    params.put("length", length);
    Map<String, String> given = new LinkedHashMap<>();
    given.put("function", function);
    given.put("form", form.name());
    given.put("length", Integer.toString(length));
    CallRun.Outcome outcome = run.run(peer, given, lab.log());
    return List.of(
        new Reading("hash", params, Reading.NANOS, outcome.nanos(), outcome.allocated()));
  }
}
