package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;

/**
 * Measures one strategy, in a process that does nothing else, so that what the compiler has learned
 * of one strategy does not change what it makes of the next. For one thread.
 */
final class Stopwatch {
  static final int[] LENGTHS = {1, 2, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, 1_024, 4_096};
  static final int[] TEXT_LENGTHS = {4, 8, 16, 32, 64, 256, 1_024};

  private static final int KEYS = 64;
  private static final int SAMPLES = 5;
  private static final long SEED = 7;

  /** So that no hash is left out because nobody looks at it. */
  @SuppressWarnings("UnusedVariable")
  private static volatile long sink;

  private final HashStrategy strategy;
  private final long sampleNanos;
  private final Random random = new Random(SEED);

  Stopwatch(HashStrategy strategy, long sampleNanos) {
    this.strategy = strategy;
    this.sampleNanos = sampleNanos;
  }

  /** Nanoseconds for a number. */
  List<Double> numbers() {
    long[] keys = random.longs(KEYS).toArray();
    return samples(i -> strategy.hash(keys[i]));
  }

  /** Nanoseconds for an array of this length. */
  List<Double> arrays(int length) {
    byte[][] keys = new byte[KEYS][];
    for (int i = 0; i < KEYS; i++) {
      keys[i] = text(length).getBytes(StandardCharsets.US_ASCII);
    }
    return samples(i -> strategy.hash(keys[i], 0, length));
  }

  /** Nanoseconds for a String of ASCII of this length. */
  List<Double> texts(int length) {
    String[] keys = new String[KEYS];
    for (int i = 0; i < KEYS; i++) {
      keys[i] = text(length);
    }
    return samples(i -> strategy.hash(keys[i]));
  }

  private String text(int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (' ' + random.nextInt('~' - ' ' + 1)));
    }
    return text.toString();
  }

  private List<Double> samples(IntToLongFunction hash) {
    int rounds = 1;
    long nanos = time(hash, rounds);
    long end = System.nanoTime() + 3 * sampleNanos; // warms up, and finds out how often
    while (nanos < sampleNanos || System.nanoTime() < end) {
      if (nanos < sampleNanos) {
        rounds *= 2;
      }
      nanos = time(hash, rounds);
    }
    var samples = new ArrayList<Double>();
    for (int i = 0; i < SAMPLES; i++) {
      samples.add((double) time(hash, rounds) / rounds / KEYS);
    }
    return samples;
  }

  private static long time(IntToLongFunction hash, int rounds) {
    long sum = 0;
    long start = System.nanoTime();
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < KEYS; i++) {
        sum += hash.applyAsLong(i);
      }
    }
    long nanos = System.nanoTime() - start;
    sink = sum;
    return nanos;
  }
}
