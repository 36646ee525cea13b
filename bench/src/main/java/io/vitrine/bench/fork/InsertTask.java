package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Maps;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Fills a map from empty. Stateless, for one thread. */
final class InsertTask {
  private static final long WARM_UP_ENTRIES = 300_000;

  private InsertTask() {}

  /** Takes the time of the whole. */
  static void run(Job job) throws IOException {
    if (job.shape().key() == KeyKind.LONG) {
      fill(job, KeyKind::number, Maps::longs);
    } else {
      fill(job, KeyKind::text, Maps::texts);
    }
  }

  /** Opens a map of some kind of keys. */
  private interface Opener<K> {
    ByteMap<K> open(Peer peer, Path folder, Shape shape) throws IOException;
  }

  private static <K> void fill(Job job, LongFunction<K> key, Opener<K> opener) throws IOException {
    Shape shape = job.shape();
    long warmUp = Math.min(WARM_UP_ENTRIES, shape.entries());
    var small = new Shape(shape.key(), shape.valueBytes(), warmUp);
    warmUp(
        job,
        folder -> {
          try (ByteMap<K> map = opener.open(job.peer(), folder, small)) {
            Fill.all(map, key, small);
          }
        });
    try (ByteMap<K> map = opener.open(job.peer(), folder(job, "map"), shape)) {
      long allocated = Allocation.bytes();
      long start = System.nanoTime();
      Fill.all(map, key, shape);
      long nanos = System.nanoTime() - start;
      job.tell("nanos", (double) nanos / shape.entries());
      job.tell("allocated", (double) (Allocation.bytes() - allocated) / shape.entries());
    }
  }

  /** Fills a map of its own in a folder. */
  private interface Round {
    void fill(Path folder) throws IOException;
  }

  /** What is filled goes at once, so that nobody is measured beside more of it than others. */
  private static void warmUp(Job job, Round round) throws IOException {
    long begin = System.nanoTime();
    long nanos = TimeUnit.MILLISECONDS.toNanos(job.number("warm-up-millis"));
    for (int i = 0; i == 0 || System.nanoTime() - begin < nanos; i++) {
      Path folder = folder(job, "warm-" + i);
      round.fill(folder);
      try (Stream<Path> there = Files.walk(folder)) {
        for (Path path : there.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    }
  }

  /** Takes the time of every single call. */
  static void runWithPauses(Job job) throws IOException {
    Shape shape = job.shape();
    var warmUp = new Shape(shape.key(), shape.valueBytes(), WARM_UP_ENTRIES);
    warmUp(
        job,
        folder -> {
          try (ByteMap<Long> map = open(job, folder, warmUp)) {
            fillTimed(map, warmUp, times());
          }
        });
    try (ByteMap<Long> map = open(job, folder(job, "map"), shape)) {
      Histogram times = times();
      long allocated = Allocation.bytes();
      fillTimed(map, shape, times);
      job.tell("allocated", (double) (Allocation.bytes() - allocated) / shape.entries());
      job.tell("p50", times.getValueAtPercentile(50));
      job.tell("p99.99", times.getValueAtPercentile(99.99));
      job.tell("max", times.getMaxValue());
    }
  }

  private static ByteMap<Long> open(Job job, Path folder, Shape shape) throws IOException {
    return job.peer() == Peer.MACHINE ? new NoMap() : Maps.longs(job.peer(), folder, shape);
  }

  private static Histogram times() {
    return new Histogram(TimeUnit.MINUTES.toNanos(10), 3);
  }

  private static void fillTimed(ByteMap<Long> map, Shape shape, Histogram times) {
    byte[] value = new byte[shape.valueBytes()];
    long before = System.nanoTime();
    for (long i = 0; i < shape.entries(); i++) {
      Fill.stamp(value, i);
      map.put(KeyKind.number(i), value);
      long now = System.nanoTime();
      times.recordValue(now - before);
      before = now;
    }
  }

  private static Path folder(Job job, String name) throws IOException {
    return Files.createDirectories(job.folder().resolve(name));
  }
}
