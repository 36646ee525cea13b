package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A thread that could not give a lock back, for want of stack, and wants it again. */
@Timeout(180)
class OwnLockLeftTest {
  @TempDir private Path folder;

  private MemorySegment memory = MemorySegment.NULL;

  @BeforeEach
  void word() {
    memory = MemorySegment.ofArray(new long[1]);
  }

  @Test
  void itWaitsUntilTheLockIsGivenBack() throws Exception {
    try (Store store = Stores.open(folder)) {
      var locks = new OwnedLock(((MappedStore) store).attachment());
      var taken =
          new FutureTask<>(() -> {
            boolean _ = locks.lock(memory, 0);
            return locks.lock(memory, 0);
          });
      Thread thread = Thread.ofPlatform().daemon().start(taken);
      while (thread.getState() != Thread.State.TIMED_WAITING && !taken.isDone()) {
        Thread.onSpinWait();
      }
      locks.abandon(memory, 0); // as the keeper of locks does with what is left
      assertTrue(taken.get(), "taken over, so that what it guards is looked after");
    }
  }

  @Test
  void itIsToldWhereItHasTheLockStill() {
    try (Store store = Stores.open(folder)) {
      var locks = new OwnedLock(((MappedStore) store).attachment());
      boolean _ = locks.lock(memory, 0);
      var e = assertThrows(IllegalStateException.class, () -> locks.lock(memory, 0));
      assertEquals("this thread holds the lock at 0x0 already", e.getMessage());
      locks.unlock(memory, 0);
    }
  }

  @Test
  void whoLeftTheGuardOfAMapTakesItAgain() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map =
          store.map("/maps/m", MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1));
      MapGuard guard = ((MappedMap<Long, Long>) map).engine().guard();
      boolean _ = guard.lock();
      guard.isLeft = true; // and the keeper of locks has not come yet
      assertTrue(guard.lock(), "taken over");
      guard.unlock();
      assertEquals(1, map.exclusively(() -> 1));
    }
  }
}
