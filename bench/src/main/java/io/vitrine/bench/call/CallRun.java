package io.vitrine.bench.call;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One JVM that makes the same call over and over. Immutable, for any thread.
 *
 * @param calls the class with the calls
 * @param method the call
 * @param threads how many threads call
 * @param warmUpMillis how long to call before anything is measured
 * @param iterations how many times to measure
 * @param iterationMillis how long to measure each time
 */
public record CallRun(
    Class<?> calls,
    String method,
    int threads,
    long warmUpMillis,
    int iterations,
    long iterationMillis) {
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /**
   * What was measured.
   *
   * @param nanos time of a call, once for each iteration
   * @param allocated bytes that a call allocates
   */
  public record Outcome(List<Double> nanos, double allocated) {}

  /**
   * Starts the JVM and waits for what it measures.
   *
   * @param peer the system
   * @param params parameters of the class besides {@code peer}
   * @param log takes what JMH and the JVM print
   * @return what was measured
   * @throws RunnerException if the JVM fails
   */
  public Outcome run(Peer peer, Map<String, String> params, Path log) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(calls.getName() + "." + method) + "$")
            .param("peer", peer.label())
            .threads(threads)
            .forks(1)
            .jvmArgs(peer.flags().toArray(new String[0]))
            .warmupIterations(1)
            .warmupTime(TimeValue.milliseconds(warmUpMillis))
            .measurementIterations(iterations)
            .measurementTime(TimeValue.milliseconds(iterationMillis))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.NORMAL)
            .output(log.toString());
    params.forEach(options::param);
    RunResult result = new Runner(options.build()).runSingle();
    var nanos = new ArrayList<Double>();
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        nanos.add(iteration.getPrimaryResult().getScore());
      }
    }
    Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
    return new Outcome(nanos, allocated == null ? Double.NaN : allocated.getScore());
  }
}
