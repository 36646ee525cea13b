package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is stopped in the middle of an update, one waits for its segment, two go on in the
 * others, and then it is killed while it is stopped. Each is a JVM of its own.
 */
class StoppedOwnerTest {
  static final String PATH = "/maps/m";
  static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(64);

  /** The system property that says for how many seconds the owner is stopped. */
  private static final int STOPPED_SECONDS = Integer.getInteger("vitrine.stopped.seconds", 2);

  private static final int KEYS = 500;

  @TempDir Path folder;

  @Test
  void whoWaitsGetsTheSegmentWhenTheStoppedOwnerIsKilled() throws Exception {
    fill();
    try (Store store = Logged.open(folder);
        ChildJvm owner = child("own")) {
      assertEquals("holding", owner.line());
      owner.pause();
      try (ChildJvm waiter = child("wait");
          ChildJvm first = child("work", "1");
          ChildJvm second = child("work", "2")) {
        killAndMeasure(store, owner, waiter, List.of(first, second));
      }
    }
  }

  /** A thread that never waits takes no room from the file, either: it is there before. */
  private void fill() {
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      for (long number = 1; number <= 2; number++) {
        for (long key = 0; key < KEYS; key++) {
          map.put(1_000 * number + key, 0L);
        }
      }
    }
  }

  private static void killAndMeasure(
      Store store, ChildJvm owner, ChildJvm waiter, List<ChildJvm> workers) throws Exception {
    StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
    assertEquals("waiting", waiter.line());
    CompletableFuture<@Nullable String> waited = CompletableFuture.supplyAsync(waiter::line);
    for (ChildJvm worker : workers) {
      assertEquals("working", worker.line());
    }
    assertNotRobbed(waited);
    assertTrue(owner.isAlive());
    assertNull(map.get(0L), "nobody robs it, and a reader waits for nobody");
    long killed = System.nanoTime(); // the same clock in all processes
    owner.kill();
    long seenDead = System.nanoTime();
    String line = waited.get(60, TimeUnit.SECONDS);
    assertNotNull(line);
    long has = Long.parseLong(line);
    String outcome =
        "stopped for %d s; has the segment %.1f ms after the kill, %.1f ms after it was seen dead"
            .formatted(STOPPED_SECONDS, (has - killed) / 1e6, (has - seenDead) / 1e6);
    System.out.println(outcome);
    for (ChildJvm worker : workers) {
      String work = worker.line();
      System.out.println(work);
      assertNotNull(work);
      assertTrue(work.startsWith("worked"), work);
    }
    assertTrue(has - seenDead < 10_000_000_000L, outcome); // the machine may be busy
    assertEquals(2L, map.get(0L), "the waiter's value is the last one");
    assertEquals(1L, Objects.requireNonNull(store.describe(PATH)).takeovers());
    Invariants.check(store);
  }

  private static void assertNotRobbed(CompletableFuture<?> waited)
      throws InterruptedException, ExecutionException {
    try {
      throw new AssertionError(
          "the stopped owner was robbed: " + waited.get(STOPPED_SECONDS, TimeUnit.SECONDS));
    } catch (TimeoutException e) {
      assertFalse(waited.isDone());
    }
  }

  private ChildJvm child(String... role) {
    var arguments = new ArrayList<>(List.of(folder.toString()));
    arguments.addAll(List.of(role));
    return ChildJvm.start(
        Role.class,
        List.of("-Xmx64m", "-Dvitrine.steps=true", "-Dseconds=" + STOPPED_SECONDS),
        arguments.toArray(new String[0]));
  }

  /** What a process does. */
  static final class Role {
    private Role() {}

    /** Arguments: the folder of the store, what to do, and the number of a worker. */
    public static void main(String[] arguments) {
      ChildJvm.endWithParent();
      StoreMap<Long, Long> map = Logged.open(Path.of(arguments[0])).map(PATH, OPTIONS);
      switch (arguments[1]) {
        case "own" -> own(map);
        case "wait" -> {
          System.out.println("waiting");
          map.put(0L, 2L);
          System.out.println(System.nanoTime());
        }
        default -> new Worker(map, Long.parseLong(arguments[2])).start();
      }
    }

    private static void own(StoreMap<Long, Long> map) {
      Step.hook(step -> {
        if (step == Step.RECORD_WRITTEN) {
          System.out.println("holding");
          while (true) {
            LockSupport.park();
          }
        }
      });
      map.put(0L, 1L);
    }
  }

  /** Changes entries of all segments that nobody holds. */
  private static final class Worker extends Thread implements NeverWaits {
    private final StoreMap<Long, Long> map;
    private final long first;

    Worker(StoreMap<Long, Long> map, long number) {
      this.map = map;
      this.first = 1_000 * number;
    }

    @Override
    public void run() {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("seconds"));
      long changes = 0;
      long refused = 0;
      long longest = 0;
      for (long i = 0; System.nanoTime() < end; i++) {
        long begin = System.nanoTime();
        try {
          map.put(first + i % KEYS, i);
          longest = Math.max(longest, System.nanoTime() - begin);
          if (changes++ == 0) {
            System.out.println("working");
          }
        } catch (WouldWaitException e) {
          refused++; // the segment that is held
        }
      }
      System.out.println(
          "worked: %,d changes, %,d refused, longest %.1f ms"
              .formatted(changes, refused, longest / 1e6));
    }
  }
}
