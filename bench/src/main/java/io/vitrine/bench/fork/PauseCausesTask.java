package io.vitrine.bench.fork;

import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Maps;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Fills a map from empty while the flight recorder runs, and tells what the slowest calls did
 * meanwhile. Stateless, for one thread.
 */
final class PauseCausesTask {
  /** Of so many calls the slowest one is looked at. */
  private static final long CALLS_PER_SLOW = 10_000;

  /** Shorter calls are not among the slowest, and not kept. */
  private static final long NANOS_MIN = 5_000;

  private static final long WARM_UP_ENTRIES = 300_000;
  private static final int WARM_UP_ROUNDS = 3;

  private static final String FILE = "io.vitrine.FileGrowth";
  private static final String TABLE = "io.vitrine.TableGrowth";
  private static final String JVM = "jdk.ExecuteVMOperation";
  private static final String MARK = "io.vitrine.bench.Mark";

  private PauseCausesTask() {}

  /** Ties the clock of the recorder to that of the calls. */
  @Name(MARK)
  @StackTrace(false)
  private static final class Mark extends Event {}

  /**
   * A stretch of time.
   *
   * @param start in ns of {@link System#nanoTime}
   * @param end the same
   */
  private record Span(long start, long end) {
    long nanos() {
      return end - start;
    }

    long shared(Span other) {
      return Math.max(0, Math.min(end, other.end) - Math.max(start, other.start));
    }
  }

  /**
   * What was at work when.
   *
   * @param file growth of the map's file by who inserts, not by another thread ahead of need
   * @param table growth of tables, which may contain that of the file
   * @param jvm operations for which the JVM stops its threads
   */
  private record Recorded(List<Span> file, List<Span> table, List<Span> jvm) {
    boolean isWithinTable(Span growth) {
      return table.stream().anyMatch(each -> each.shared(growth) == growth.nanos());
    }
  }

  static void run(Job job) throws IOException {
    Shape shape = job.shape();
    var warmUp = new Shape(shape.key(), shape.valueBytes(), WARM_UP_ENTRIES);
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      fill(job, "warm-" + round, warmUp, new ArrayList<>());
    }
    var calls = new ArrayList<Span>();
    Path file = Files.createTempFile(job.folder(), "pauses", ".jfr");
    long marked;
    try (var recording = new Recording()) {
      for (String event : List.of(FILE, TABLE, JVM)) {
        recording.enable(event).withoutThreshold().withoutStackTrace();
      }
      recording.enable(Mark.class).withoutThreshold();
      recording.start();
      var mark = new Mark();
      mark.begin();
      marked = System.nanoTime();
      mark.commit();
      fill(job, "map", shape, calls);
      recording.stop();
      recording.dump(file);
    }
    calls.sort(Comparator.comparingLong(Span::nanos).reversed());
    long slowest = Math.max(1, shape.entries() / CALLS_PER_SLOW);
    tell(job, calls.subList(0, (int) Math.min(calls.size(), slowest)), recorded(file, marked));
    Files.delete(file);
  }

  private static void fill(Job job, String name, Shape shape, List<Span> calls) throws IOException {
    Path folder = Files.createDirectories(job.folder().resolve(name));
    byte[] value = new byte[shape.valueBytes()];
    try (ByteMap<Long> map = Maps.longs(job.peer(), folder, shape)) {
      long before = System.nanoTime();
      for (long i = 0; i < shape.entries(); i++) {
        Fill.stamp(value, i);
        map.put(KeyKind.number(i), value);
        long now = System.nanoTime();
        if (now - before >= NANOS_MIN) {
          calls.add(new Span(before, now));
          now = System.nanoTime(); // that this is noted is no part of the next call
        }
        before = now;
      }
    }
  }

  private static Recorded recorded(Path file, long marked) throws IOException {
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    Instant mark =
        events.stream()
            .filter(event -> event.getEventType().getName().equals(MARK))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("the recording has no mark"))
            .getStartTime();
    var recorded = new Recorded(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (RecordedEvent event : events) {
      long start = marked + Duration.between(mark, event.getStartTime()).toNanos();
      var span = new Span(start, start + event.getDuration().toNanos());
      switch (event.getEventType().getName()) {
        case FILE -> {
          if (event.getThread().getJavaThreadId() == Thread.currentThread().threadId()) {
            recorded.file.add(span);
          }
        }
        case TABLE -> recorded.table.add(span);
        case JVM -> recorded.jvm.add(span);
        default -> {
          // The mark.
        }
      }
    }
    return recorded;
  }

  /** Tells the mean time of the slow calls, and what of it each cause has. */
  private static void tell(Job job, List<Span> slow, Recorded recorded) {
    long whole = slow.stream().mapToLong(Span::nanos).sum();
    List<Span> within = recorded.file.stream().filter(recorded::isWithinTable).toList();
    long file = shared(slow, recorded.file);
    long table = shared(slow, recorded.table) - shared(slow, within);
    long jvm = shared(slow, recorded.jvm);
    job.tell("file", (double) file / slow.size());
    job.tell("table", (double) table / slow.size());
    job.tell("jvm", (double) jvm / slow.size());
    job.tell("rest", (double) (whole - file - table - jvm) / slow.size());
    job.tell("whole", (double) whole / slow.size());
  }

  private static long shared(List<Span> some, List<Span> others) {
    long shared = 0;
    for (Span one : some) {
      for (Span other : others) {
        shared += one.shared(other);
      }
    }
    return shared;
  }
}
