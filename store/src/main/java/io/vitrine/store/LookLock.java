package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Takes locks in mapped memory for the moment of looking at what they guard, and changes nothing of
 * it. For one thread.
 */
final class LookLock {
  /** How it stands with a lock. */
  enum Held {
    /** Taken, to be given back. */
    MINE,
    /** Nobody alive has it, and a dead owner left it: what it guards may be unfinished. */
    DEAD,
    /** Somebody alive has it for longer than is waited for. */
    BUSY
  }

  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long NAP_NANOS = 50_000;

  private final @Nullable OwnedLock locks;

  /**
   * Looks as one of the processes that have the store open, or as the only one that can have it.
   *
   * @param self this process among them, null if there is no other
   */
  LookLock(@Nullable Attachment self) {
    this.locks = self == null ? null : new OwnedLock(self);
  }

  Held take(MemorySegment memory, long offset) {
    if (locks == null) {
      return Memory.getVolatile(memory, offset) == 0 ? Held.MINE : Held.DEAD;
    }
    long begin = System.nanoTime();
    long asked = begin;
    while (!locks.tryLock(memory, offset)) {
      long now = System.nanoTime();
      if (now - asked > OwnedLock.PATIENCE_NANOS) {
        asked = now;
        if (locks.isHeldByDead(memory, offset)) {
          return Held.DEAD;
        }
        if (now - begin > WAIT_NANOS) {
          return Held.BUSY;
        }
      }
      Nap.nanos(NAP_NANOS);
    }
    return Held.MINE;
  }

  void give(MemorySegment memory, long offset, Held held) {
    if (held == Held.MINE && locks != null) {
      locks.unlock(memory, offset);
    }
  }
}
