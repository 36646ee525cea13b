package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes the times of calls on lists, sets and maps of numbers: nanoseconds an element by one
 * thread, and elements a second by two.
 */
final class CollectionsTask {
  private static final int WARM_UP_ELEMENTS = 300_000;
  private static final int WARM_UP_ROUNDS = 2;

  /** Passes of two threads over a map, of which the median of the last ones is told. */
  private static final int TIMES_MIN = 10;

  private static final int TIMES_TOLD = 5;

  /** So long, for each call of a pass, passes go on before those that are told of. */
  private static final long NANOS_BEFORE = 200;

  private static final int CALLS_MAX = 1_000_000;

  /** Changes within a list: ten times as long as other calls, and level sooner. */
  private static final int CHANGES_MAX = 100_000;

  /** What an {@code ArrayList} is spared, where each call moves half of its elements. */
  private static final int MOVING_CALLS_MAX = 5_000;

  /** Sets are filled and emptied so often, and told of as maps are. */
  private static final int SET_TIMES = 5;

  private static final int SET_TIMES_TOLD = 3;

  private static final int CHUNK = 1_000;
  private static final int LARGE_CHUNK = 10_000;
  private static final int BATCHES = 64;
  private static final int THREADS = 2;

  private final Job job;
  private final Shelf shelf;
  private final long elements;
  private final long calls;
  private final boolean tells;
  private final Random random = new Random();
  private final Passes passes = new Passes(THREADS);

  private CollectionsTask(Job job, Shelf shelf, long elements, boolean tells) {
    this.job = job;
    this.shelf = shelf;
    this.elements = elements;
    this.calls = Math.min(CALLS_MAX, elements);
    this.tells = tells;
  }

  /** Something that is called again and again. */
  @FunctionalInterface
  private interface Call {
    @Nullable Object make(long number);
  }

  static void run(Job job) throws IOException, InterruptedException {
    for (int round = 0; round <= WARM_UP_ROUNDS; round++) {
      boolean tells = round == WARM_UP_ROUNDS;
      long elements =
          tells ? job.shape().entries() : Math.min(WARM_UP_ELEMENTS, job.shape().entries());
      Path folder = Files.createDirectories(job.folder().resolve("round-" + round));
      long ofSet = Math.min(CALLS_MAX, elements);
      try (Shelf shelf = Shelf.open(job.peer(), folder, ofSet, elements)) {
        var task = new CollectionsTask(job, shelf, elements, tells);
        task.measureList();
        task.measureSet();
        task.measureMap();
      }
    }
  }

  private void measureList() {
    List<Long> list = shelf.list();
    if (list == null) {
      return;
    }
    time("list-add", 1, calls, list::add);
    list.clear();
    int each = (int) Math.min(CHUNK, elements);
    List<Long> chunk = LongStream.range(0, each).boxed().toList();
    time("list-addAll", each, elements / each, _ -> list.addAll(chunk));
    int size = list.size();
    time("list-get", 1, calls, _ -> list.get(random.nextInt(size)));
    time("list-iterate", size, 1, _ -> last(list));
    long changes = Math.min(calls, CHANGES_MAX);
    long moves = job.peer() == Peer.JDK ? Math.min(calls, MOVING_CALLS_MAX) : changes;
    time(
        "list-insert",
        1,
        moves,
        n -> {
          list.add(random.nextInt(size), n);
          return n;
        });
    time("list-set", 1, changes, n -> list.set(random.nextInt(size), n));
    time("list-remove", 1, moves / 2, _ -> list.remove(random.nextInt(size / 2)));
    if (tells && !Double.isNaN(shelf.bytesOfList(list))) {
      job.tell("list-bytes", shelf.bytesOfList(list));
    }
  }

  private void measureSet() throws InterruptedException {
    Set<Long> set = shelf.set();
    if (set == null) {
      return;
    }
    time("set-add", 1, calls, set::add);
    time("set-contains", 1, calls, _ -> set.contains(random.nextLong(calls)));
    set.clear();
    List<List<Long>> batches = batches(CHUNK);
    List<List<Long>> large = batches(LARGE_CHUNK);
    for (int i = 0; i < SET_TIMES; i++) {
      passOverSet(set, batches, large);
    }
    for (String what : List.of("set-add", "set-remove", "set-addAll", "set-addAll-10K")) {
      tell(what, SET_TIMES_TOLD);
    }
  }

  private void passOverSet(Set<Long> set, List<List<Long>> batches, List<List<Long>> large)
      throws InterruptedException {
    long each = calls / THREADS;
    passes.run(
        "set-add",
        calls,
        thread -> {
          for (long i = thread * each; i < (thread + 1) * each; i++) {
            set.add(KeyKind.number(i));
          }
        });
    passes.run(
        "set-remove",
        calls,
        thread -> {
          for (long i = thread * each; i < (thread + 1) * each; i++) {
            set.remove(KeyKind.number(i));
          }
        });
    passes.run("set-addAll", calls, thread -> addAll(set, batches, thread));
    set.clear();
    passes.run("set-addAll-10K", calls, thread -> addAll(set, large, thread));
    set.clear();
  }

  /** All elements that are to be added, cut into batches. */
  private List<List<Long>> batches(int size) {
    List<List<Long>> batches = new ArrayList<>();
    for (long from = 0; from < calls; from += size) {
      batches.add(
          LongStream.range(from, Math.min(from + size, calls))
              .map(KeyKind::number)
              .boxed()
              .toList());
    }
    return batches;
  }

  private static void addAll(Set<Long> set, List<List<Long>> batches, long thread) {
    for (int i = (int) thread; i < batches.size(); i += THREADS) {
      set.addAll(batches.get(i));
    }
  }

  private void measureMap() throws InterruptedException {
    Map<Long, Long> map = shelf.map();
    if (map == null) {
      return;
    }
    time("map-putIfAbsent", 1, elements, n -> map.putIfAbsent(KeyKind.number(n), n));
    time(
        "map-containsKey",
        1,
        calls,
        _ -> map.containsKey(KeyKind.number(random.nextLong(elements))));
    long each = calls / THREADS;
    goOver(
        "map-put",
        calls,
        _ -> {
          var draw = new Draw(elements);
          for (long i = 0; i < each; i++) {
            shelf.update(map, KeyKind.number(draw.next()), i);
          }
        });
    measurePutAll("map-putAll", map, CHUNK, BATCHES);
    measurePutAll("map-putAll-10K", map, LARGE_CHUNK, BATCHES * CHUNK / LARGE_CHUNK);
  }

  private void measurePutAll(String what, Map<Long, Long> map, int chunk, int count)
      throws InterruptedException {
    var batches = new ArrayList<Map<Long, Long>>();
    var draw = new Draw(elements);
    for (int i = 0; i < count; i++) {
      var batch = new HashMap<Long, Long>();
      while (batch.size() < Math.min(chunk, elements)) {
        batch.put(KeyKind.number(draw.next()), (long) i);
      }
      batches.add(batch);
    }
    long times = Math.max(1, calls / THREADS / chunk);
    long size = batches.getFirst().size();
    goOver(
        what,
        THREADS * times * size,
        thread -> {
          for (long i = 0; i < times; i++) {
            map.putAll(batches.get((int) ((THREADS * i + thread) % count)));
          }
        });
  }

  private static long last(List<Long> list) {
    long last = 0;
    for (long element : list) {
      last = element;
    }
    return last;
  }

  /** Calls on this thread, and tells nanoseconds for an element. */
  private void time(String what, long elementsOfCall, long times, Call call) {
    long allocated = Allocation.bytes();
    long start = System.nanoTime();
    long answers = 0;
    for (long i = 0; i < times; i++) {
      answers += call.make(i) == null ? 0 : 1;
    }
    long nanos = System.nanoTime() - start;
    allocated = Allocation.bytes() - allocated;
    if (answers < 0 || answers > times) {
      throw new IllegalStateException(what + ": " + answers + " answers of " + times + " calls");
    }
    if (tells) {
      job.tell(what, (double) nanos / (times * elementsOfCall));
      job.tell(what + "-allocated", (double) allocated / (times * elementsOfCall));
    }
  }

  /** Goes over a map again and again: what is called but a few times is compiled late. */
  private void goOver(String what, long count, LongConsumer part) throws InterruptedException {
    long end = System.nanoTime() + (tells ? NANOS_BEFORE * calls : 0);
    for (int i = TIMES_TOLD; i < TIMES_MIN || System.nanoTime() - end < 0; i++) {
      passes.run(what, count, part);
    }
    for (int i = 0; i < TIMES_TOLD; i++) {
      passes.run(what, count, part);
    }
    tell(what, TIMES_TOLD);
  }

  private void tell(String what, int last) {
    if (tells) {
      job.tell(what + "/s", passes.rate(what, last));
      job.tell(what + "/s-allocated", passes.allocated(what, last));
    }
  }
}
