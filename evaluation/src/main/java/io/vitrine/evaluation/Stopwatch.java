package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures one strategy, in a process that does nothing else, so that what the compiler has learned
 * of one strategy does not change what it makes of the next. For one thread.
 */
final class Stopwatch {
  /* What makes a sample: the median of some slices, each of them shorter than the time for which
   * another process takes the processor away, so that most slices are whole. Before the first
   * one, all lengths are hashed in turn until WarmUp finds the compiler done; what it makes of that
   * serves all lengths, as in a program with keys of any. */

  private static final int KEYS = 64;
  private static final int SAMPLES = 3;
  private static final int SLICES = 7;
  private static final long SLICE_NANOS = TimeUnit.MICROSECONDS.toNanos(400);
  private static final int WARM_UP_ROUNDS = 50;
  private static final long SEED = 7;

  /** Where a key begins in the row, so many bytes behind the one before: a cache line. */
  private static final int STEP = 64;

  /** This thread's times and the compiler's. */
  static final WarmUp.Meter METER =
      new WarmUp.Meter() {
        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final @Nullable CompilationMXBean compiler =
            ManagementFactory.getCompilationMXBean();

        @Override
        public long cpuNanos() {
          return threads.isCurrentThreadCpuTimeSupported()
              ? threads.getCurrentThreadCpuTime()
              : System.nanoTime();
        }

        @Override
        public long clockNanos() {
          return System.nanoTime();
        }

        @Override
        public long compilerTime() {
          return compiler == null ? 0 : compiler.getTotalCompilationTime();
        }
      };

  /** So that no hash is left out because nobody looks at it. */
  @SuppressWarnings("UnusedVariable")
  private static volatile long sink;

  private final HashStrategy strategy;
  private final Random random = new Random(SEED);

  /** Hashes all keys of one length so many times. */
  private interface Run {
    long hash(int rounds);
  }

  Stopwatch(HashStrategy strategy) {
    this.strategy = strategy;
  }

  /* One loop for each form: the compiler sees one kind of call in each. */

  /** Nanoseconds for a number: samples. */
  List<Double> numbers() {
    long[] keys = random.longs(KEYS).toArray();
    Run run =
        rounds -> {
          long sum = 0;
          for (int round = 0; round < rounds; round++) {
            for (long key : keys) {
              sum += strategy.hash(key);
            }
          }
          return sum;
        };
    warmUp(List.of(run));
    return samples(run);
  }

  /** Nanoseconds for arrays of these lengths: samples by length. */
  Map<Integer, List<Double>> arrays(List<Integer> lengths) {
    var runs = new LinkedHashMap<Integer, Run>();
    for (int length : lengths) {
      byte[][] keys = new byte[KEYS][];
      Arrays.setAll(keys, _ -> text(length).getBytes(StandardCharsets.US_ASCII));
      runs.put(
          length,
          rounds -> {
            long sum = 0;
            for (int round = 0; round < rounds; round++) {
              for (byte[] key : keys) {
                sum += strategy.hash(key, 0, key.length);
              }
            }
            return sum;
          });
    }
    return samples(runs);
  }

  /**
   * Nanoseconds for ranges of these lengths, where the hash before decides at which offset the next
   * one begins: so hashes do not overlap, and this is how long one takes, with what it takes to
   * find the next. In one array, so that little else is waited for than the hash: not for what
   * leads to an array, nor for its length. Samples by length.
   */
  Map<Integer, List<Double>> chained(List<Integer> lengths) {
    var runs = new LinkedHashMap<Integer, Run>();
    for (int length : lengths) {
      byte[] row = text(KEYS * STEP + length).getBytes(StandardCharsets.US_ASCII);
      runs.put(
          length,
          rounds -> {
            long hash = 0;
            for (int i = 0; i < rounds * KEYS; i++) {
              hash = strategy.hash(row, ((int) hash + i & KEYS - 1) * STEP, length);
            }
            return hash;
          });
    }
    return samples(runs);
  }

  /** Nanoseconds for Strings of a kind of these lengths: samples by length. */
  Map<Integer, List<Double>> texts(List<Integer> lengths, TextKind kind) {
    var runs = new LinkedHashMap<Integer, Run>();
    for (int length : lengths) {
      String[] keys = new String[KEYS];
      Arrays.setAll(keys, _ -> kind.of(text(length)));
      runs.put(
          length,
          rounds -> {
            long sum = 0;
            for (int round = 0; round < rounds; round++) {
              for (String key : keys) {
                sum += strategy.hash(key);
              }
            }
            return sum;
          });
    }
    return samples(runs);
  }

  private String text(int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (' ' + random.nextInt('~' - ' ' + 1)));
    }
    return text.toString();
  }

  private Map<Integer, List<Double>> samples(Map<Integer, Run> runs) {
    warmUp(List.copyOf(runs.values()));
    var samples = new LinkedHashMap<Integer, List<Double>>();
    runs.forEach((length, run) -> samples.put(length, samples(run)));
    return samples;
  }

  private static void warmUp(List<Run> runs) {
    new WarmUp(METER)
        .run(() -> {
          for (Run run : runs) {
            sink = run.hash(WARM_UP_ROUNDS);
          }
        });
  }

  private static List<Double> samples(Run run) {
    int rounds = 1;
    while (time(run, rounds) < SLICE_NANOS) {
      rounds *= 2;
    }
    double[] slices = new double[SLICES];
    var samples = new ArrayList<Double>();
    for (int sample = 0; sample < SAMPLES; sample++) {
      for (int slice = 0; slice < SLICES; slice++) {
        slices[slice] = (double) time(run, rounds) / rounds / KEYS;
      }
      Arrays.sort(slices);
      samples.add(slices[SLICES / 2]);
    }
    return samples;
  }

  private static long time(Run run, int rounds) {
    long start = System.nanoTime();
    sink = run.hash(rounds);
    return System.nanoTime() - start;
  }
}
