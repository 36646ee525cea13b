package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * The locks of a map's segments, and the takeover of those whose owners died. Safe for any number
 * of threads and JVMs.
 */
final class SegmentLocks {
  private final MapFile file;
  private final OwnedLock locks;
  private final SegmentRepair repair;
  private final SpaceAllocator space;
  private final Stranded stranded;

  SegmentLocks(
      MapFile file,
      OwnedLock locks,
      SegmentRepair repair,
      SpaceAllocator space,
      Stranded stranded) {
    this.file = file;
    this.locks = locks;
    this.repair = repair;
    this.space = space;
    this.stranded = stranded;
  }

  /**
   * Takes a segment's lock, and the segment over where its owner is dead; has not taken it if it
   * throws anything.
   *
   * @throws WouldWaitException if somebody has it, and the thread must not wait for him
   */
  void lock(int segment) {
    while (!lock(segment, file.memory(), Waiting::isForbidden)) {
      Waiting.check();
      // another file took the place of the one at hand
    }
    tell(segment);
  }

  private void tell(int segment) {
    if (!Step.isOn()) {
      return;
    }
    try {
      Step.LOCKED.reached();
    } catch (Throwable e) {
      try {
        unlock(segment);
      } catch (Throwable _) {
        stranded.locks[segment] = true;
        stranded.isAny = true;
      }
      throw e;
    }
  }

  /** Takes a segment's lock like {@link #lock(int)} by a time of {@link System#nanoTime}. */
  boolean lockUntil(int segment, long deadlineNanos) {
    BooleanSupplier late = () -> System.nanoTime() - deadlineNanos > 0;
    while (!late.getAsBoolean()) {
      if (lock(segment, file.memory(), late)) {
        tell(segment);
        return true;
      }
    }
    return false;
  }

  /** Takes the lock in a mapping; false if another took its place, or it is late. */
  private boolean lock(int segment, MemorySegment memory, BooleanSupplier late) {
    long at = file.segmentAt(segment);
    try {
      if (locks.tryLock(memory, at + SegmentLayout.LOCK)) {
        return true; // in a file that has another in its place no lock is ever free
      }
      BooleanSupplier vain =
          () -> late.getAsBoolean() || (SegmentLayout.isMoved(memory, at) && file.follow(at));
      return switch (locks.lock(memory, at + SegmentLayout.LOCK, vain)) {
        case TAKEN -> true;
        case TAKEN_OVER -> takeOverOrLeave(segment, memory);
        case GIVEN_UP -> false;
      };
    } catch (IllegalStateException e) {
      file.checkReplaced(memory, e);
      return false;
    }
  }

  void unlock(int segment) {
    locks.unlock(file.memory(), file.segmentAt(segment) + SegmentLayout.LOCK);
  }

  /** Takes a segment over as {@link #takeOver} does; leaves its lock if anything is thrown. */
  private boolean takeOverOrLeave(int segment, MemorySegment memory) {
    try {
      return takeOver(segment, memory);
    } catch (Throwable e) {
      try {
        locks.abandon(memory, file.segmentAt(segment) + SegmentLayout.LOCK);
      } catch (Throwable _) {
        stranded.locks[segment] = true;
        stranded.isAny = true;
      }
      throw e;
    }
  }

  /**
   * Puts a segment in order whose lock this thread took over in a mapping.
   *
   * @return false if another file took the place of that one: nobody needs the lock any more
   */
  private boolean takeOver(int segment, MemorySegment memory) {
    long at = file.segmentAt(segment);
    if (SegmentLayout.isMoved(memory, at)) {
      if (file.follow(at)) {
        return false;
      }
      Swap.putBack(memory, at); // its owner died before the other file got the name
    }
    StoreEvents.Takeover event = StoreEvents.takeover();
    Step.REPAIRING.reached();
    repair.repair(segment);
    Memory.getAndAdd(file.memory(), MapLayout.TAKEOVERS, 1);
    StoreEvents.end(event, file.name(), segment);
    return true;
  }

  /** Gives a lock back, as soon as that can be. */
  private void unlockOrLeave(int segment) {
    try {
      unlock(segment);
    } catch (Throwable _) {
      stranded.locks[segment] = true;
      stranded.isAny = true;
    }
  }

  /** Takes over what dead processes hold, without waiting for anybody. */
  int sweep() {
    return file.look(memory -> {
      int taken = space.sweep() ? 1 : 0;
      for (int segment = 0; segment < file.segments; segment++) {
        long at = file.segmentAt(segment) + SegmentLayout.LOCK;
        if (Memory.getVolatile(memory, at) != 0
            && locks.lockIfDead(memory, at)
            && takeOverOrLeave(segment, memory)) {
          unlockOrLeave(segment);
          taken++;
        }
      }
      return taken;
    });
  }
}
