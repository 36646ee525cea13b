package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Large frames of one client do not keep those of others waiting. */
class LargeFramesTest {
  private static final int MIB = 1 << 20;

  private final ArrayDeque<Runnable> threads = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();

  private Runnable work(String name) {
    return () -> done.add(name);
  }

  private void runAll() {
    while (!threads.isEmpty()) {
      threads.poll().run();
    }
  }

  @Test
  void veryLargeOnesLeaveAThreadToOthers() {
    var frames = new LargeFrames(threads::add, 2, Long.MAX_VALUE);
    for (int i = 0; i < 6; i++) {
      frames.execute(new LargeFrames.Use(), 4 * MIB, work("large"));
    }
    assertEquals(1, threads.size());
    frames.execute(new LargeFrames.Use(), MIB / 5, work("small"));
    assertEquals(2, threads.size());
    threads.pollLast().run();
    assertEquals(List.of("small"), done);
    runAll();
    assertEquals(7, done.size());
  }

  @Test
  void whoHasUsedLeastIsNextAndOfSuchTheShortest() {
    var frames = new LargeFrames(threads::add, 1, Long.MAX_VALUE);
    var much = new LargeFrames.Use();
    frames.execute(
        much,
        MIB,
        () -> {
          long end = System.nanoTime() + 1_000_000;
          while (System.nanoTime() < end) {
            Thread.onSpinWait();
          }
        });
    runAll();
    frames.execute(new LargeFrames.Use(), MIB, work("under way"));
    frames.execute(much, MIB / 2, work("of who used much"));
    frames.execute(new LargeFrames.Use(), MIB, work("long"));
    frames.execute(new LargeFrames.Use(), MIB / 4, work("short"));
    runAll();
    assertEquals(List.of("under way", "short", "long", "of who used much"), done);
  }

  @Test
  void togetherTheyTakeNoMoreMemoryThanThereIs() {
    var frames = new LargeFrames(threads::add, 8, 100L * MIB);
    for (int i = 0; i < 4; i++) {
      frames.execute(new LargeFrames.Use(), 2 * MIB, work("two"));
    }
    frames.execute(new LargeFrames.Use(), 16 * MIB, work("alone"));
    assertEquals(3, threads.size());
    runAll();
    assertEquals(List.of("two", "two", "two", "two", "alone"), done);
  }
}
