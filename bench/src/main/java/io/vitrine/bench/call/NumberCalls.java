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
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NumberCalls {
  @SuppressWarnings("NullAway.Init") // Set before the calls begin.
  private LongMap map;

  private long entries;
  private long turn;

  /**
   * Opens the map.
   *
   * @param target which one
   * @throws IOException if its files cannot be opened
   */
  @Setup
  public void open(Target target) throws IOException {
    entries = target.entries;
    map = Maps.numbers(target.peer(), target.folder(), entries);
    if (target.mustFill()) {
      Fill.all(map, entries);
    }
  }

  /** Closes the map. */
  @TearDown
  public void close() {
    map.close();
  }

  /**
   * A lookup.
   *
   * @param draw draws the key
   * @return the value
   */
  @Benchmark
  public long get(Turn draw) {
    return map.get(KeyKind.number(draw.next(entries)));
  }

  /**
   * An update.
   *
   * @param draw draws the key
   */
  @Benchmark
  public void put(Turn draw) {
    map.put(KeyKind.number(draw.next(entries)), turn++);
  }
}
