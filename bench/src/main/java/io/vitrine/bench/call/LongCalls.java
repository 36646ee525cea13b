package io.vitrine.bench.call;

import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Maps;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls with numbers as keys. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LongCalls {
  /** For JMH. */
  public LongCalls() {}

  /** The map, which all threads share. */
  @State(Scope.Benchmark)
  public static class Opened {
    @SuppressWarnings("NullAway.Init") // Set before the calls begin.
    private ByteMap<Long> map;

    /**
     * Opens the map.
     *
     * @param target which one
     * @throws IOException if its files cannot be opened
     */
    @Setup
    public void open(Target target) throws IOException {
      map = Maps.longs(target.peer(), target.folder(), target.shape(KeyKind.LONG));
      if (target.mustFill()) {
        Fill.all(map, KeyKind::number, target.shape(KeyKind.LONG));
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
    private ByteMap<Long> map;

    private long first;
    private long entries;
    private byte[] using = new byte[0];
    private byte[][] values = new byte[0][];
    private int turn;

    /**
     * Makes the values.
     *
     * @param target tells their size
     * @param opened has the map
     */
    @Setup
    public void make(Target target, Opened opened) {
      map = opened.map.forThread();
      first = target.first;
      entries = target.entries;
      using = new byte[target.valueBytes];
      values = target.values();
    }

    private long key() {
      return KeyKind.number(first + next(entries));
    }

    private byte[] value() {
      return values[turn++ & values.length - 1];
    }
  }

  /**
   * A lookup that makes a fresh array.
   *
   * @param work of this thread
   * @return the value
   */
  @Benchmark
  public byte @Nullable [] get(Work work) {
    return work.map.get(work.key());
  }

  /**
   * A lookup into an array at hand.
   *
   * @param work of this thread
   * @return the value
   */
  @Benchmark
  public byte @Nullable [] getUsing(Work work) {
    return work.map.getUsing(work.key(), work.using);
  }

  /**
   * A lookup into an array at hand, of a key that follows from the value of the lookup before.
   *
   * @param work of this thread
   * @return the value
   */
  @Benchmark
  public byte @Nullable [] getChained(Work work) {
    byte[] value = work.map.getUsing(work.key(), work.using);
    if (value != null) {
      work.follow(value);
    }
    return value;
  }

  /**
   * An update.
   *
   * @param work of this thread
   */
  @Benchmark
  public void put(Work work) {
    work.map.put(work.key(), work.value());
  }

  /**
   * The end of an entry and its return.
   *
   * @param work of this thread
   */
  @Benchmark
  public void removePut(Work work) {
    long key = work.key();
    work.map.remove(key);
    work.map.put(key, work.value());
  }

  /**
   * Nineteen lookups into an array at hand, then an update.
   *
   * @param work of this thread
   * @return the value that was found
   */
  @Benchmark
  public byte @Nullable [] mixed95(Work work) {
    if (work.isUpdate()) {
      work.map.put(work.key(), work.value());
      return null;
    }
    return work.map.getUsing(work.key(), work.using);
  }
}
