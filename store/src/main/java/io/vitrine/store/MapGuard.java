package io.vitrine.store;

import io.vitrine.store.OwnedLock.Outcome;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * The lock of those who change several entries of a map one after the other, see {@link
 * StoreMap#exclusively}. Safe for any number of threads and JVMs.
 *
 * <p>Who gives the map another file holds it, too, and leaves it locked in the old one: a waiter
 * finds that file moved and waits in the new one.
 */
final class MapGuard {
  private final MapFile file;
  private final OwnedLock locks;

  /** Whether the thread that has the lock could not give it back. */
  volatile boolean isLeft;

  MapGuard(MapFile file, OwnedLock locks) {
    this.file = file;
    this.locks = locks;
  }

  /**
   * Takes the lock.
   *
   * @return whether it was taken over from a process that died with it, which may have died amid a
   *     change, too
   */
  boolean lock() {
    Outcome outcome;
    do { // until no other file takes the place of the one at hand
      outcome = lock(file.memory(), () -> false);
    } while (outcome == Outcome.GIVEN_UP);
    return outcome == Outcome.TAKEN_OVER;
  }

  /**
   * Takes the lock by a time of {@link System#nanoTime}.
   *
   * @return whether it was taken
   */
  boolean lockUntil(long deadlineNanos) {
    BooleanSupplier late = () -> System.nanoTime() - deadlineNanos > 0;
    while (!late.getAsBoolean()) {
      if (lock(file.memory(), late) != Outcome.GIVEN_UP) {
        return true;
      }
    }
    return false;
  }

  /** Takes the lock in a mapping; given up if another took its place, or it is late. */
  private Outcome lock(MemorySegment memory, BooleanSupplier late) {
    if (!isLeft && memory.scope().isAlive() && locks.isMine(memory, MapLayout.GUARD)) {
      throw new IllegalStateException(
          "this thread has the map "
              + file.path
              + " to itself already: a body of exclusively cannot ask for that again, nor compact"
              + " the map");
    }
    try {
      BooleanSupplier vain = () -> late.getAsBoolean() || isReplaced(memory);
      Outcome outcome = locks.lock(memory, MapLayout.GUARD, vain);
      return outcome == Outcome.TAKEN_OVER && isReplaced(memory) ? Outcome.GIVEN_UP : outcome;
    } catch (IllegalStateException e) {
      file.checkReplaced(memory, e);
      return Outcome.GIVEN_UP;
    }
  }

  private boolean isReplaced(MemorySegment memory) {
    return SegmentLayout.isMoved(memory, file.segmentsAt) && file.follow(file.segmentsAt);
  }

  /** Gives back what a thread of this process could not. */
  void giveBack() {
    if (!isLeft) {
      return;
    }
    isLeft = false; // before another one can have the lock, and note the same
    MemorySegment memory = file.memory();
    try {
      if (memory.scope().isAlive()) {
        locks.abandon(memory, MapLayout.GUARD);
      }
    } catch (Error e) {
      isLeft = true;
      throw e;
    }
  }

  /** Gives the lock back; the map may have been dropped and the store closed meanwhile. */
  void unlock() {
    MemorySegment memory = file.memory();
    if (memory.scope().isAlive()) {
      locks.unlock(memory, MapLayout.GUARD);
    }
  }
}
