package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clearing a map in which a process died in the middle of a change. */
class ClearTest {
  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private static MapOptions<Long, Long> options(boolean compact) {
    var options = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);
    return compact ? options.compact() : options;
  }

  /** A writer of another open gets as far as a step of an insertion, and dies. */
  private void diesAt(Step wanted, String path, boolean compact) throws Exception {
    MappedStore victim = (MappedStore) Logged.open(folder);
    StoreMap<Long, Long> map = victim.map(path, options(compact));
    var stopped = new CountDownLatch(1);
    Thread writer = Thread.ofPlatform().daemon().unstarted(() -> map.put(-1L, 1L));
    Step.hook(at -> {
      if (at == wanted && Thread.currentThread().equals(writer)) {
        stopped.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    writer.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS), wanted + " is not reached");
    victim.attachment().close();
  }

  @Test
  void removesWhatADeadWriterHasHalfMade() throws Exception {
    try (Store store = Logged.open(folder)) {
      for (boolean compact : new boolean[] {false, true}) {
        for (Step step : steps(compact)) {
          String path = "/maps/" + step.name().toLowerCase(java.util.Locale.ROOT) + compact;
          StoreMap<Long, Long> map = store.map(path, options(compact));
          for (long key = 0; key < 200; key++) {
            map.put(key, key);
          }
          diesAt(step, path, compact);
          map.clear();
          assertEquals(0, map.size(), path);
          assertNull(map.get(-1L), path);
          map.forEach((key, _) -> assertNull(key, path));
          map.put(5L, 6L);
          assertEquals(1, map.size(), path);
          Invariants.check(store);
        }
      }
    }
    assertTrue(Stores.check(folder).isClean());
  }

  /** Before the change is made, in the middle of it where that takes several stores, and behind. */
  private static List<Step> steps(boolean compact) {
    return List.of(
        Step.RECORD_WRITTEN, compact ? Step.LINE_CHANGED : Step.INTENT_SET, Step.SLOT_SWUNG);
  }
}
