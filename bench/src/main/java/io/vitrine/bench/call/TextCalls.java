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

/** Calls with texts as keys. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TextCalls {
  /** What one thread works with: keys that lie in memory in the order of their use. */
  @State(Scope.Thread)
  public static class Work extends Turn {
    private static final int KEYS_MAX = 1 << 20;

    private String[] keys = new String[0];
    private byte[][] values = new byte[0][];
    private int turn;

    /**
     * Makes keys and values.
     *
     * @param target tells their size
     */
    @Setup
    public void make(Target target) {
      keys = new String[(int) Math.min(KEYS_MAX, target.entries)];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = KeyKind.text(next(target.entries));
      }
      values = target.values();
    }

    String key() {
      turn = turn + 1 < keys.length ? turn + 1 : 0;
      return keys[turn];
    }

    byte[] value() {
      return values[turn & values.length - 1];
    }
  }

  @SuppressWarnings("NullAway.Init") // Set before the calls begin.
  private ByteMap<String> map;

  /**
   * Opens the map.
   *
   * @param target which one
   * @throws IOException if its files cannot be opened
   */
  @Setup
  public void open(Target target) throws IOException {
    map = Maps.texts(target.peer(), target.folder(), target.shape(KeyKind.STRING));
    if (target.mustFill()) {
      Fill.all(map, KeyKind::text, target.shape(KeyKind.STRING));
    }
  }

  /** Closes the map. */
  @TearDown
  public void close() {
    map.close();
  }

  /**
   * A lookup that makes a fresh array.
   *
   * @param work of this thread
   * @return the value
   */
  @Benchmark
  public byte @Nullable [] get(Work work) {
    return map.get(work.key());
  }

  /**
   * An update.
   *
   * @param work of this thread
   */
  @Benchmark
  public void put(Work work) {
    map.put(work.key(), work.value());
  }
}
