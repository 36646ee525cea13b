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

  SegmentLocks(MapFile file, OwnedLock locks, SegmentRepair repair, SpaceAllocator space) {
    this.file = file;
    this.locks = locks;
    this.repair = repair;
    this.space = space;
  }

  /**
   * Takes a segment's lock, and the segment over where its owner is dead.
   *
   * @throws WouldWaitException if somebody has it, and the thread must not wait for him
   */
  void lock(int segment) {
    while (!lock(segment, file.memory(), Waiting::isForbidden)) {
      Waiting.check();
      // another file took the place of the one at hand
    }
    Step.LOCKED.reached();
  }

  /** Takes a segment's lock like {@link #lock(int)} by a time of {@link System#nanoTime}. */
  boolean lockUntil(int segment, long deadlineNanos) {
    BooleanSupplier late = () -> System.nanoTime() - deadlineNanos > 0;
    while (!late.getAsBoolean()) {
      if (lock(segment, file.memory(), late)) {
        Step.LOCKED.reached();
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
        case TAKEN_OVER -> takeOver(segment, memory);
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
    try {
      repair.repair(segment);
    } catch (Throwable e) {
      abandon(segment);
      throw e;
    }
    Memory.getAndAdd(file.memory(), MapLayout.TAKEOVERS, 1);
    StoreEvents.end(event, file.name(), segment);
    return true;
  }

  /** Leaves a lock as that of a dead owner, where the segment could not be put in order. */
  void abandon(int segment) {
    locks.abandon(file.memory(), file.segmentAt(segment) + SegmentLayout.LOCK);
  }

  /** Takes over what dead processes hold, without waiting for anybody. */
  int sweep() {
    return file.look(memory -> {
      int taken = space.sweep() ? 1 : 0;
      for (int segment = 0; segment < file.segments; segment++) {
        long at = file.segmentAt(segment) + SegmentLayout.LOCK;
        if (Memory.getVolatile(memory, at) != 0
            && locks.lockIfDead(memory, at)
            && takeOver(segment, memory)) {
          unlock(segment);
          taken++;
        }
      }
      return taken;
    });
  }
}
