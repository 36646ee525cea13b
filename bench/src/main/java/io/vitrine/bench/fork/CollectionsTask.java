package io.vitrine.bench.fork;

import io.vitrine.collections.ObservableList;
import io.vitrine.collections.Vitrine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Takes the times of calls on lists and sets of numbers. Stateless, for one thread. */
final class CollectionsTask {
  private static final int WARM_UP_ELEMENTS = 300_000;
  private static final int WARM_UP_ROUNDS = 3;
  private static final int CALLS_MAX = 1_000_000;
  private static final int CHUNK = 1_000;

  private CollectionsTask() {}

  /** Something that is called again and again. */
  @FunctionalInterface
  private interface Call {
    @Nullable Object make(long number);
  }

  static void run(Job job) throws IOException {
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      measure(job, "warm-" + round, WARM_UP_ELEMENTS, false);
    }
    measure(job, "measured", job.shape().entries(), true);
  }

  private static void measure(Job job, String name, long elements, boolean tells)
      throws IOException {
    Path folder = Files.createDirectories(job.folder().resolve(name));
    long calls = Math.min(CALLS_MAX, elements);
    var random = new Random(1);
    try (Vitrine vitrine = Vitrine.open(folder)) {
      ObservableList<Long> single = vitrine.list("single", Long.class);
      time(job, tells, "list-add", 1, calls, single::add);
      vitrine.drop("/lists/single");
      ObservableList<Long> list = vitrine.list("list", Long.class);
      List<Long> chunk = LongStream.range(0, CHUNK).boxed().toList();
      time(job, tells, "list-addAll", CHUNK, elements / CHUNK, _ -> list.addAll(chunk));
      int size = list.size();
      time(job, tells, "list-get", 1, calls, _ -> list.get(random.nextInt(size)));
      time(job, tells, "list-iterate", size, 1, _ -> last(list));
      time(
          job,
          tells,
          "list-insert",
          1,
          calls,
          n -> {
            list.add(random.nextInt(size), n);
            return n;
          });
      time(job, tells, "list-set", 1, calls, n -> list.set(random.nextInt(size), n));
      time(job, tells, "list-remove", 1, calls / 2, _ -> list.remove(random.nextInt(size / 2)));
      if (tells) {
        double bytes = Objects.requireNonNull(vitrine.describe("/lists/list")).bytes();
        job.tell("list-bytes", bytes / list.size());
      }
      var set = vitrine.set("set", Long.class);
      time(job, tells, "set-add", 1, calls, set::add);
      time(job, tells, "set-contains", 1, calls, _ -> set.contains(random.nextLong(calls)));
      var map = vitrine.map("map", Long.class, Long.class);
      time(job, tells, "map-putIfAbsent", 1, calls, n -> map.putIfAbsent(n, n));
      time(job, tells, "map-containsKey", 1, calls, _ -> map.containsKey(random.nextLong(calls)));
    }
  }

  private static long last(List<Long> list) {
    long last = 0;
    for (long element : list) {
      last = element;
    }
    return last;
  }

  private static void time(
      Job job, boolean tells, String what, long elementsOfCall, long calls, Call call) {
    long start = System.nanoTime();
    long answers = 0;
    for (long i = 0; i < calls; i++) {
      answers += call.make(i) == null ? 0 : 1;
    }
    long nanos = System.nanoTime() - start;
    if (answers < 0 || answers > calls) {
      throw new IllegalStateException(what + ": " + answers + " answers of " + calls + " calls");
    }
    if (tells) {
      job.tell(what, (double) nanos / (calls * elementsOfCall));
    }
  }
}
