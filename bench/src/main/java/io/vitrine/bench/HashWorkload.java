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
  /* Each value is the median of some iterations that are shorter than the time for which another
   * process takes the processor away: so most of them are whole, also on a busy machine. */

  private static final int WARM_UPS = 2;
  private static final int WARM_UP_MILLIS = 60;
  private static final int VALUES = 3;
  private static final int ITERATIONS_PER_VALUE = 11;
  private static final int ITERATION_MILLIS = 3;

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

  /** Each value is a median already; rounds beyond the first are for who asks for hashes alone. */
  @Override
  public int rounds(int wanted) {
    return settings.only().isEmpty() ? 1 : wanted;
  }

  @Override
  public double seconds(Peer peer) {
    int lengths = form.lengths(settings.quick()).size();
    int millis = WARM_UPS * WARM_UP_MILLIS + VALUES * ITERATIONS_PER_VALUE * ITERATION_MILLIS;
    return Budget.START + lengths * millis / 1000.0;
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    List<Integer> lengths = form.lengths(settings.quick());
    var run =
        new CallRun(
            HashCalls.class,
            form == HashForm.BYTES_CHAINED ? "chained" : "hash",
            1,
            WARM_UPS * lengths.size(),
            WARM_UP_MILLIS,
            VALUES * ITERATIONS_PER_VALUE * lengths.size(),
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
              "hash", params(lengths.get(i)), Reading.NANOS, medians(of.nanos()), of.allocated()));
    }
    return readings;
  }

  private static List<Double> medians(List<Double> nanos) {
    var medians = new ArrayList<Double>();
    for (int i = 0; i < nanos.size(); i += ITERATIONS_PER_VALUE) {
      List<Double> sorted = nanos.subList(i, i + ITERATIONS_PER_VALUE).stream().sorted().toList();
      medians.add(sorted.get(ITERATIONS_PER_VALUE / 2));
    }
    return medians;
  }

  private Map<String, Object> params(int length) {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("function", function);
    params.put("form", form.label());
    params.put("length", length);
    return params;
  }
}
