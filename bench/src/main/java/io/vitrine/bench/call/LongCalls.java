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
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LongCalls {
  /** What one thread works with. */
  @State(Scope.Thread)
  public static class Work extends Turn {
    private byte[] using = new byte[0];
    private byte[][] values = new byte[0][];
    private int turn;

    /**
     * Makes the values.
     *
     * @param target tells their size
     */
    @Setup
    public void make(Target target) {
      using = new byte[target.valueBytes];
      values = target.values();
    }

    byte[] using() {
      return using;
    }

    byte[] value() {
      return values[turn++ & values.length - 1];
    }
  }

  @SuppressWarnings("NullAway.Init") // Set before the calls begin.
  private ByteMap<Long> map;

  private long entries;

  /**
   * Opens the map.
   *
   * @param target which one
   * @throws IOException if its files cannot be opened
   */
  @Setup
  public void open(Target target) throws IOException {
    entries = target.entries;
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

  private long key(Work work) {
    return KeyKind.number(work.next(entries));
  }

  /**
   * A lookup that makes a fresh array.
   *
   * @param work of this thread
   * @return the value
   */
  @Benchmark
  public byte @Nullable [] get(Work work) {
    return map.get(key(work));
  }

  /**
   * A lookup into an array at hand.
   *
   * @param work of this thread
   * @return the value
   */
  @Benchmark
  public byte @Nullable [] getUsing(Work work) {
    return map.getUsing(key(work), work.using());
  }

  /**
   * An update.
   *
   * @param work of this thread
   */
  @Benchmark
  public void put(Work work) {
    map.put(key(work), work.value());
  }
}
