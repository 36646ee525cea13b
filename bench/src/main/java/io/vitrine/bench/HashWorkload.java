package io.vitrine.bench;

import io.vitrine.bench.call.CallRun;
import io.vitrine.bench.hash.HashCalls;
import io.vitrine.bench.hash.HashForm;
import io.vitrine.bench.peer.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One hash after the other, of all lengths. Immutable.
 *
 * @param function the hash function
 * @param form what is hashed
 * @param settings how long to measure
 */
record HashWorkload(String function, HashForm form, Settings settings) implements Workload {
  /* The same function may be compiled well in one JVM and badly in the next, which makes more of a
   * difference than most functions do. So each round is a JVM that is over soon, and measures one
   * value of each length: what lies between the lowest and the highest of them shows that, too.
   *
   * A value is the median of some iterations that are shorter than the time for which another
   * process takes the processor away: so most of them are whole, also on a busy machine. Warm-ups
   * go through all lengths several times, since each length that is new has the function compiled
   * again. */

  private static final int WARM_UPS = 3;
  private static final int WARM_UP_MILLIS = 18;
  private static final int ITERATIONS = 9;
  private static final int ITERATION_MILLIS = 2;

  @Override
  public String name() {
    return group() + "-" + form.label();
  }

  @Override
  public String group() {
    return "hash";
  }

  @Override
  public List<Peer> peers() {
    return HashForm.peers(function);
  }

  @Override
  public int figures() {
    return lengths().size();
  }

  @Override
  public double seconds(Peer peer) {
    int millis = WARM_UPS * WARM_UP_MILLIS + ITERATIONS * ITERATION_MILLIS;
    return Budget.START + lengths().size() * millis / 1000.0;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    List<Integer> lengths = lengths();
    var run =
        new CallRun(
            HashCalls.class,
            form == HashForm.BYTES_CHAINED ? "chained" : "hash",
            1,
            WARM_UPS * lengths.size(),
            WARM_UP_MILLIS,
            ITERATIONS * lengths.size(),
            ITERATION_MILLIS,
            List.of());
    Map<String, String> given = new LinkedHashMap<>();
    given.put("function", function);
    given.put("form", form.name());
    given.put("lengths", lengths.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    CallRun.Outcome outcome = run.run(peer, given, lab.log());
    var readings = new ArrayList<Reading>();
    for (int i = 0; i < lengths.size(); i++) {
      CallRun.Outcome of = outcome.every(lengths.size(), i);
      readings.add(
          new Reading(
              "hash",
              params(lengths.get(i)),
              Reading.NANOS,
              List.of(median(of.nanos())),
              of.allocated()));
    }
    return readings;
  }

  private List<Integer> lengths() {
    return form.lengths(settings.quick(), settings.only().isEmpty());
  }

  private static double median(List<Double> nanos) {
    return nanos.stream().sorted().toList().get(ITERATIONS / 2);
  }

  private Map<String, Object> params(int length) {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("function", function);
    params.put("form", form.label());
    params.put("length", length);
    return params;
  }
}
