package io.vitrine.bench.call;

import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Many;
import io.vitrine.bench.peer.Maps;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls with 32 numbers as keys at once; the time is that of one of the 32. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BatchCalls extends Turn {
  private static final int KEYS = 32;

  @SuppressWarnings("NullAway.Init") // Set before the calls begin.
  private ByteMap<Long> map;

  @SuppressWarnings("NullAway.Init") // Set before the calls begin.
  private Many<Long> many;

  private long entries;
  private byte[][] using = new byte[0][];
  private byte[][] values = new byte[0][];

  /**
   * Opens the map.
   *
   * @param target which one
   * @throws IOException if its files cannot be opened
   */
  @Setup
  public void open(Target target) throws IOException {
    entries = target.entries;
    values = target.values();
    using = new byte[KEYS][target.valueBytes];
    map = Maps.longs(target.peer(), target.folder(), target.shape(KeyKind.LONG));
    if (target.mustFill()) {
      Fill.all(map, KeyKind::number, target.shape(KeyKind.LONG));
    }
    many = map.many();
  }

  /** Closes the map. */
  @TearDown
  public void close() {
    map.close();
  }

  /**
   * Lookups into arrays at hand.
   *
   * @return how many entries there were
   */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public int getAll32() {
    many.clear();
    for (int i = 0; i < KEYS; i++) {
      many.add(KeyKind.number(next(entries)));
    }
    return many.get(using);
  }

  /** Updates. */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public void putAll32() {
    many.clear();
    for (int i = 0; i < KEYS; i++) {
      many.add(KeyKind.number(next(entries)), values[i & values.length - 1]);
    }
    many.put();
  }
}
