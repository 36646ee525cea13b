package io.vitrine.bench.call;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.profile.LinuxPerfNormProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One JVM that makes the same call over and over. Immutable, for any thread.
 *
 * @param calls the class with the calls
 * @param method the call
 * @param threads how many threads call
 * @param warmUps how many times to call before anything is measured
 * @param warmUpMillis how long to call each time
 * @param iterations how many times to measure
 * @param iterationMillis how long to measure each time
 * @param counters events of {@code perf} to count besides
 */
public record CallRun(
    Class<?> calls,
    String method,
    int threads,
    int warmUps,
    long warmUpMillis,
    int iterations,
    long iterationMillis,
    List<String> counters) {
  /* JMH lets only one run of it at a time be on a machine, whoever's it is. What else runs is for
   * who measures to know; the lock would fail each call beside another project's run. */
  static {
    System.setProperty("jmh.ignoreLock", "true");
  }

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /**
   * What was measured.
   *
   * @param nanos time of a call, once for each iteration
   * @param allocations bytes that a call allocates, likewise; NaN where nobody counted
   * @param counts how often each event happened in a call, once for all iterations
   */
  public record Outcome(
      List<Double> nanos, List<Double> allocations, Map<String, List<Double>> counts) {
    /**
     * Bytes that a call allocates.
     *
     * @return the median of all iterations
     */
    public double allocated() {
      List<Double> sorted = allocations.stream().sorted().toList();
      return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }

    /**
     * A part of the iterations.
     *
     * @param step how far they are from each other
     * @param from the first of them
     * @return the same of these alone
     */
    public Outcome every(int step, int from) {
      var partNanos = new ArrayList<Double>();
      var partAllocations = new ArrayList<Double>();
      for (int i = from; i < nanos.size(); i += step) {
        partNanos.add(nanos.get(i));
        partAllocations.add(allocations.get(i));
      }
      return new Outcome(partNanos, partAllocations, Map.of());
    }
  }

  /**
   * Starts the JVM and waits for what it measures.
   *
   * @param peer the system
   * @param params parameters of the class besides {@code peer}
   * @param log what JMH and the JVM print is added to it, also where they fail
   * @return what was measured
   * @throws RunnerException if the JVM fails
   * @throws IOException if the log cannot be written
   */
  public Outcome run(Peer peer, Map<String, String> params, Path log)
      throws RunnerException, IOException {
    Path own = ownLog(log);
    try {
      return outcome(options(peer, params, own));
    } finally {
      if (Files.exists(own)) {
        Files.write(log, Files.readAllBytes(own), CREATE, APPEND);
        Files.delete(own);
      }
    }
  }

  /**
   * Where JMH writes while it runs: it empties the file that it is given.
   *
   * @param log the log of all runs
   * @return a file beside it, which is there during a run only
   */
  public static Path ownLog(Path log) {
    return Path.of(log + ".jmh");
  }

  private Options options(Peer peer, Map<String, String> params, Path log) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(calls.getName() + "." + method) + "$")
            .param("peer", peer.label())
            .threads(threads)
            .forks(1)
            .jvmArgs(peer.flags().toArray(new String[0]))
            .warmupIterations(warmUps)
            .warmupTime(TimeValue.milliseconds(warmUpMillis))
            .measurementIterations(iterations)
            .measurementTime(TimeValue.milliseconds(iterationMillis))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.NORMAL)
            .output(log.toString());
    params.forEach(options::param);
    if (!counters.isEmpty()) {
      options.addProfiler(LinuxPerfNormProfiler.class, "events=" + String.join(",", counters));
    }
    return options.build();
  }

  private Outcome outcome(Options options) throws RunnerException {
    RunResult result = new Runner(options).runSingle();
    var nanos = new ArrayList<Double>();
    var allocations = new ArrayList<Double>();
    var counts = new LinkedHashMap<String, List<Double>>();
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        nanos.add(iteration.getPrimaryResult().getScore());
        Result<?> allocated = iteration.getSecondaryResults().get(ALLOCATED);
        allocations.add(allocated == null ? Double.NaN : allocated.getScore());
      }
      fork.getSecondaryResults()
          .forEach((name, counted) -> {
            // perf may add where it counted: cache-misses:u
            String event = name.replaceFirst(":[a-z]+$", "");
            if (counters.contains(event)) {
              counts.computeIfAbsent(event, _ -> new ArrayList<>()).add(counted.getScore());
            }
          });
    }
    return new Outcome(nanos, allocations, counts);
  }
}
