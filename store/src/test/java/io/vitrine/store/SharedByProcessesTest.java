package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several JVMs have a map open at once, and it grows under all of them. */
class SharedByProcessesTest {
  private static final long ENTRIES = 5_000_000;

  @TempDir Path folder;

  @Test
  void twoProcessesFillAMapFromEmptyWhileAThirdReads() {
    try (Store store = Stores.open(folder, new StoreOptions(64 << 20).withLogFromStart());
        ChildJvm even = fill(0);
        ChildJvm odd = fill(1)) {
      StoreMap<Long, Long> map = store.map(FillingWriter.PATH, FillingWriter.OPTIONS);
      long latest = 0;
      while (latest < ENTRIES - 2) { // read behind the writer, through every growth
        for (long key = latest; key >= 0 && key > latest - 1_000; key -= 2) {
          Long value = map.get(key);
          assertTrue(value == null || value == FillingWriter.valueOf(key));
        }
        assertTrue(
            (even.isAlive() && odd.isAlive()) || map.size() > 0, "a writer ended before it began");
        boolean ended = !even.isAlive() && !odd.isAlive();
        assertTrue(!ended || map.size() == ENTRIES, "the writers ended too early");
        if (map.get(latest) != null) {
          latest = Math.min(ENTRIES - 2, latest + 5_000);
        }
        LockSupport.parkNanos(200_000); // the writers need the processors
      }
      assertEquals("done", even.line());
      assertEquals("done", odd.line());
      assertEquals(0, even.waitFor() + odd.waitFor());
      assertEquals(ENTRIES, map.size());
      for (long key = 0; key < ENTRIES; key++) {
        assertEquals(FillingWriter.valueOf(key), map.get(key));
      }
      assertNull(map.get(ENTRIES));
      long[] count = {0};
      map.forEach((key, value) -> {
        assertEquals(FillingWriter.valueOf(key), value);
        count[0]++;
      });
      assertEquals(ENTRIES, count[0]);
    }
  }

  private ChildJvm fill(long first) {
    return ChildJvm.start(
        FillingWriter.class,
        List.of("-Xmx128m", "-XX:TieredStopAtLevel=4"), // it does much
        folder.toString(),
        Long.toString(first),
        Long.toString(ENTRIES));
  }

  @Test
  void aPausedOwnerIsWaitedForAndNotRobbed() throws Exception {
    try (Store store = Logged.open(folder);
        ChildJvm owner =
            ChildJvm.start(
                LockHolder.class, List.of("-Xmx64m", "-Dvitrine.steps=true"), folder.toString())) {
      StoreMap<Long, Long> map = store.map(LockHolder.PATH, LockHolder.OPTIONS);
      assertEquals("holding", owner.line());
      owner.pause(); // the whole process, so that its beat stands still, too
      Thread waiter = Thread.ofPlatform().daemon().start(() -> map.put(2L, 2L));
      waiter.join(1_500);
      assertEquals(0, store.sweep());
      assertTrue(waiter.isAlive(), "the lock of a living process was not respected");
      assertNull(map.get(2L), "a reader waits for nobody");
      owner.kill(); // while it is paused
      waiter.join(60_000);
      assertEquals(2L, map.get(2L));
      assertEquals(
          1L, java.util.Objects.requireNonNull(store.describe(LockHolder.PATH)).takeovers());
      Invariants.check(store);
    }
  }
}
