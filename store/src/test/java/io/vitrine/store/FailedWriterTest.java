package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer runs out of heap or stack at each named point of every path that writes, once or from
 * there on to the end of the call, so that it cannot even put things in order. Its process lives on
 * with all that it has open. Everybody must go on, with the old or the new value.
 */
class FailedWriterTest {
  /** So long a call may wait for what a failed one left. */
  private static final long PATIENCE_SECONDS = 60;

  /** Points that the writer here does not come to. */
  private static final EnumSet<Step> OF_OTHERS =
      EnumSet.of(
          Step.REPAIRING,
          Step.OWNER_FOUND_ALIVE,
          Step.COPY_PLACED,
          Step.COPY_READ,
          Step.COPY_WHOLE);

  /** Points that are only met where the log does not tell of every change. */
  private static final EnumSet<Step> UNLOGGED =
      EnumSet.of(
          Step.REVISION_TAKEN,
          Step.UNDO_NOTED,
          Step.LOG_BASE_SET,
          Step.LOG_PENDING,
          Step.LOG_BEGUN);

  /** Points that only a writer comes to that has failed. */
  private static final EnumSet<Step> OF_FAILED = EnumSet.of(Step.MENDING, Step.ABANDONING);

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private enum Way {
    NO_HEAP_ONCE,
    NO_STACK_ANY_MORE,
    NO_HEAP_ANY_MORE,
    NO_STACK_ONCE;

    static final List<Way> HEAP_FIRST = List.of(NO_HEAP_ONCE, NO_STACK_ANY_MORE);
    static final List<Way> STACK_FIRST = List.of(NO_STACK_ONCE, NO_HEAP_ANY_MORE);

    Error error() {
      return this == NO_HEAP_ONCE || this == NO_HEAP_ANY_MORE
          ? new OutOfMemoryError("of a test")
          : new StackOverflowError("of a test");
    }

    boolean isForGood() {
      return this == NO_STACK_ANY_MORE || this == NO_HEAP_ANY_MORE;
    }
  }

  @Test
  void everyPointOfEveryPathLeavesOldOrNew() throws Exception {
    EnumSet<Step> met = failEverywhere(Logged.OPTIONS, Step.values());
    EnumSet<Step> expected = EnumSet.complementOf(OF_OTHERS);
    expected.removeAll(OF_FAILED);
    expected.removeAll(UNLOGGED);
    assertEquals(expected, met, "points that were met");
  }

  @Test
  void pointsOfPathsWithoutALogLeaveOldOrNew() throws Exception {
    EnumSet<Step> expected = UNLOGGED;
    EnumSet<Step> met = failEverywhere(StoreOptions.defaults(), expected.toArray(Step[]::new));
    assertEquals(expected, met, "points that were met");
  }

  private EnumSet<Step> failEverywhere(StoreOptions options, Step[] steps) throws Exception {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    EnumSet<Step> met = EnumSet.noneOf(Step.class);
    for (Step step : steps) {
      int visit = 0;
      // Two of the four ways by turns of the seed: all would take a minute each time.
      for (Way way : random.nextBoolean() ? Way.HEAP_FIRST : Way.STACK_FIRST) {
        visit++;
        try {
          if (!OF_FAILED.contains(step) && failAt(options, step, visit, way, random.nextLong())) {
            met.add(step);
          }
        } catch (Throwable e) {
          throw new AssertionError(step + ", visit " + visit + ", " + way + ", seed " + seed, e);
        }
      }
    }
    return met;
  }

  /** Lets a writer fail at the n-th visit of a point; false if it never comes there. */
  private boolean failAt(StoreOptions options, Step step, int visit, Way way, long seed)
      throws Exception {
    Path path = Files.createTempDirectory(folder, step.name());
    var journal = new byte[2][TakeoverTest.KEYS][];
    var failure = new AtomicReference<@Nullable Throwable>();
    boolean failed;
    try (MappedStore store = (MappedStore) Stores.open(path, options);
        Store other = Stores.open(path)) {
      var writer =
          Thread.ofPlatform()
              .daemon()
              .unstarted(() -> {
                try {
                  TakeoverTest.write(store, journal, seed);
                } catch (Throwable e) {
                  failure.set(e);
                }
              });
      var thrower = new Thrower(writer, step, visit, way);
      Step.hook(thrower::reached);
      writer.start();
      writer.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
      assertTrue(!writer.isAlive(), "the writer itself hangs");
      Step.hook(null);
      failed = thrower.visits.get() >= visit;
      if (!failed) {
        assertEquals(null, failure.get(), "no failure without one");
        return false;
      }
      within(
          "use by another process",
          () -> {
            TakeoverTest.verify(other, journal, step + " visit " + visit);
            return true;
          });
      for (Store user : List.of(store, other)) {
        within("use", () -> use(user));
      }
      for (Store user : List.of(store, other)) {
        within("tailer", () -> seesAll(store, user));
      }
    }
    CheckReport report = Stores.check(path);
    assertEquals(List.of(), report.findings(), "findings of a check");
    return failed;
  }

  /** Changes whatever the writer changed, in every segment. */
  private static boolean use(Store store) {
    TakeoverTest.use(store);
    StoreMap<Long, Long> map =
        store.map("/maps/tail", MapOptions.of(Codecs.longs(), Codecs.longs()));
    store.atomically(group -> {
      group.put(map, 2L, 2L);
      return true;
    });
    return store.drop("/maps/tail");
  }

  /** Reads on until the latest change has come. */
  private static boolean seesAll(Store writer, Store reader) {
    StoreMap<Long, Long> map =
        writer.map("/maps/tail", MapOptions.of(Codecs.longs(), Codecs.longs()));
    Tailer tailer = reader.tailer(reader.oldestRevision());
    map.put(1L, 1L);
    var seen = new boolean[1];
    while (!seen[0]) {
      tailer.poll(
          change -> {
            seen[0] |= change.mapId() == map.id();
            return true;
          },
          1_000);
      Thread.onSpinWait();
    }
    return true;
  }

  private static void within(String what, Callable<Boolean> call) throws Exception {
    var task = new FutureTask<>(call);
    Thread thread = Thread.ofPlatform().daemon().start(task);
    thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    if (thread.isAlive()) {
      var hangs = new AssertionError(what + " hangs");
      hangs.setStackTrace(thread.getStackTrace());
      throw hangs;
    }
    assertTrue(task.get(), what);
  }

  /** Throws in one thread. */
  private static final class Thrower {
    private final Thread in;
    private final Step step;
    private final int visit;
    private final Way way;
    private final AtomicInteger visits = new AtomicInteger();

    Thrower(Thread in, Step step, int visit, Way way) {
      this.in = in;
      this.step = step;
      this.visit = visit;
      this.way = way;
    }

    void reached(Step at) {
      if (!Thread.currentThread().equals(in)) {
        return;
      }
      int before = visits.get();
      if (before < visit && at == step) {
        visits.set(before + 1);
      }
      boolean isDue = before < visit ? visits.get() == visit : way.isForGood();
      if (isDue) {
        throw way.error();
      }
    }
  }
}
