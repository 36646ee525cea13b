package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * One of a store's few locks besides those of segments. Safe for any number of threads and JVMs.
 *
 * <p>Calls that throw have left the lock as it was. Where it cannot be given back, the caller sets
 * {@link #isLeft}, which takes no call, and {@link LockKeeper}'s thread leaves the lock as that of
 * a dead owner:
 *
 * <pre>
 *   lock.lock();
 *   try {
 *     ...
 *   } finally {
 *     try {
 *       lock.unlock();
 *     } catch (Throwable e) {
 *       lock.isLeft = true;
 *     }
 *   }
 * </pre>
 */
final class HeldLock implements Leftovers.Place {
  private final OwnedLock locks;
  private final MemorySegment memory;
  private final long offset;

  /** Whether the thread that has the lock could not give it back. */
  volatile boolean isLeft;

  HeldLock(OwnedLock locks, MemorySegment memory, long offset) {
    this.locks = locks;
    this.memory = memory;
    this.offset = offset;
    locks.leftovers().add(this);
  }

  /** Takes the lock; whether from a dead owner, so that what it guards may be unfinished. */
  boolean lock() {
    return locks.lock(memory, offset);
  }

  /**
   * Takes the lock, unless waiting for it becomes vain; its former owner may have died with it.
   *
   * @return whether it was taken
   */
  boolean lockUnless(BooleanSupplier vain) {
    return locks.lock(memory, offset, vain) != OwnedLock.Outcome.GIVEN_UP;
  }

  /** Whether a thread of this open has the lock. */
  boolean isOwn() {
    return locks.isOwn(memory, offset);
  }

  boolean lockIfFree() {
    return locks.lockIfFree(memory, offset);
  }

  boolean lockIfDead() {
    return locks.lockIfDead(memory, offset);
  }

  /** Gives the lock back; only by the thread that has it. */
  void unlock() {
    locks.unlock(memory, offset);
  }

  /** Leaves the lock as that of a dead owner; only by the thread that has it. */
  void abandon() {
    locks.abandon(memory, offset);
  }

  /** The same where nothing may fail any more; what cannot be done now is done soon. */
  void abandonOrLeave() {
    try {
      abandon();
    } catch (Throwable _) {
      isLeft = true;
    }
  }

  @Override
  public void awaitThreads(long deadlineNanos) {
    locks.awaitOwn(memory, offset, deadlineNanos);
  }

  @Override
  public void giveBackLeft() {
    if (isLeft) {
      isLeft = false; // before another one can have the lock, and note the same
      try {
        locks.abandon(memory, offset);
      } catch (Throwable e) {
        isLeft = true;
        throw e;
      }
    }
  }
}
