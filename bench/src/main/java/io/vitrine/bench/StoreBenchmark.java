package io.vitrine.bench;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Single calls of a map with numbers as keys and byte arrays as values, a heap map beside it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class StoreBenchmark {
  /** Number of entries. */
  @Param({"1000000"})
  public int entries;

  /** Size of a value in bytes. */
  @Param({"64"})
  public int valueBytes;

  private final SplittableRandom random = new SplittableRandom();
  private final ConcurrentHashMap<Long, byte[]> heap = new ConcurrentHashMap<>();
  private Path folder = Path.of("");
  private @Nullable Store store;
  private @Nullable StoreMap<Long, byte[]> map;
  private byte[] value = new byte[0];
  private byte[] using = new byte[0];

  /** Fills both maps. */
  @Setup(Level.Trial)
  public void fill() throws IOException {
    Path shm = Path.of("/dev/shm");
    folder =
        Files.isWritable(shm)
            ? Files.createTempDirectory(shm, "bench")
            : Files.createTempDirectory("bench");
    Store opened = Stores.open(folder, new StoreOptions(64 << 20));
    StoreMap<Long, byte[]> filled =
        opened.map("/maps/bench", MapOptions.of(Codecs.longs(), Codecs.bytes()));
    value = new byte[valueBytes];
    using = new byte[valueBytes];
    for (long key = 0; key < entries; key++) {
      filled.put(key, value);
      heap.put(key, value.clone());
    }
    store = opened;
    map = filled;
  }

  /** Removes the files. */
  @TearDown(Level.Trial)
  public void remove() throws IOException {
    if (store != null) {
      store.close();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(f -> {
            try {
              Files.delete(f);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  private StoreMap<Long, byte[]> map() {
    return java.util.Objects.requireNonNull(map);
  }

  private Long key() {
    return (long) random.nextInt(entries);
  }

  /** A lookup that makes a fresh array. */
  @Benchmark
  public byte @Nullable [] get() {
    return map().get(key());
  }

  /** A lookup into an array at hand. */
  @Benchmark
  public byte @Nullable [] getUsing() {
    return map().getUsing(key(), using);
  }

  /** An update. */
  @Benchmark
  public void put() {
    map().put(key(), value);
  }

  /** The same lookup in a map on the heap. */
  @Benchmark
  public byte @Nullable [] heapGet() {
    byte[] found = heap.get(key());
    return found == null ? null : found.clone();
  }

  /** The same update in a map on the heap. */
  @Benchmark
  public void heapPut() {
    heap.put(key(), value.clone());
  }
}
