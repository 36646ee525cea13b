package io.vitrine.bench.call;

import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.LongMap;
import io.vitrine.bench.peer.Maps;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls with numbers as keys and as values. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NumberCalls {
  /** For JMH. */
  public NumberCalls() {}

  /** The map, which all threads share. */
  @State(Scope.Benchmark)
  public static class Opened {
    @SuppressWarnings("NullAway.Init") // Set before the calls begin.
    private LongMap map;

    /**
     * Opens the map.
     *
     * @param target which one
     * @throws IOException if its files cannot be opened
     */
    @Setup
    public void open(Target target) throws IOException {
      map = Maps.numbers(target.peer(), target.folder(), target.entries);
      if (target.mustFill()) {
        Fill.all(map, target.entries);
      }
    }

    /** Closes the map. */
    @TearDown
    public void close() {
      map.close();
    }
  }

  /** What one thread works with. */
  @State(Scope.Thread)
  public static class Work extends Turn {
    @SuppressWarnings("NullAway.Init") // Set before the calls begin.
    private LongMap map;

    private long entries;
    private long turn;

    /**
     * Takes a view of the map.
     *
     * @param target tells how many entries there are
     * @param opened has the map
     */
    @Setup
    public void make(Target target, Opened opened) {
      map = opened.map.forThread();
      entries = target.entries;
    }

    private long key() {
      return KeyKind.number(next(entries));
    }
  }

  /**
   * A lookup.
   *
   * @param work of this thread
   * @return the value
   */
  @Benchmark
  public long get(Work work) {
    return work.map.get(work.key());
  }

  /**
   * An update.
   *
   * @param work of this thread
   */
  @Benchmark
  public void put(Work work) {
    work.map.put(work.key(), work.turn++);
  }

  /**
   * An addition to what is there.
   *
   * @param work of this thread
   * @return the sum
   */
  @Benchmark
  public long addAndGet(Work work) {
    return work.map.addAndGet(work.key(), 1);
  }
}
