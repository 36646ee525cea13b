package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Puts segments of a map in order whose changes failed in this process. The thread that has the
 * segment's lock mends it; what it cannot give back, {@link LockKeeper}'s thread does.
 */
final class Mending implements Leftovers.Place {
  /* What can fail here: anything, at any place, since a change may have failed for want of heap or
   * stack. So there are three ways, each of which takes less than the one before: to repair the
   * segment and to unlock it; to leave it as a dead process would, for whoever wants it next; to
   * note in `stranded` that it is to be left so, by a thread that has heap and stack.
   *
   * A record that was reserved is named in the intent first of all, if it is not yet: then whoever
   * repairs the segment ends it. */

  /** What threads could not give back. */
  final Stranded stranded;

  private final MapFile file;
  private final OwnedLock locks;
  private final SegmentRepair repair;
  private final SegmentLocks segmentLocks;
  private final SpaceAllocator space;
  private final MapGuard guard;
  private final ChangeLog log;

  Mending(
      MapFile file,
      OwnedLock locks,
      SegmentRepair repair,
      SegmentLocks segmentLocks,
      SpaceAllocator space,
      MapGuard guard,
      ChangeLog log,
      Stranded stranded) {
    this.file = file;
    this.locks = locks;
    this.repair = repair;
    this.segmentLocks = segmentLocks;
    this.space = space;
    this.guard = guard;
    this.log = log;
    this.stranded = stranded;
  }

  /**
   * Puts a segment in order after a failure in this thread, which has its lock, and gives the lock
   * back in any case; has not done so if it throws.
   *
   * @return false if the segment is left for others to take over
   */
  boolean putInOrder(int segment, Throwable failure) {
    return putInOrder(segment, failure, false);
  }

  /**
   * Does so where a block may have been taken before anything was noted of the change.
   *
   * @param hasTaken whether one was
   */
  boolean putInOrder(int segment, Throwable failure, boolean hasTaken) {
    try {
      if (!hasTaken && isUntouched(segment, failure)) {
        unlock(segment);
        return true; // nothing was changed
      }
      Step.MENDING.reached();
      nameRecord(segment);
      repair.repair(segment);
      unlock(segment);
      return true;
    } catch (Throwable e) {
      Leftovers.suppress(failure, e);
      Step.ABANDONING.reached();
      stranded.isSweepDue = true; // the record is waited for, whoever wants the segment
      stranded.isAny = true;
      abandon(segment);
      return false;
    }
  }

  /* A repair of a compact segment reads all its lines. After a refusal of damage it would only meet
   * that again, and nobody could change anything there any more. */
  private boolean isUntouched(int segment, Throwable failure) {
    if (isAmidChange(segment)) {
      return false;
    }
    return failure instanceof WouldWaitException
        || (failure instanceof CorruptStoreException
            && file.compact != null
            && stranded.records[segment] <= 0
            && isAtRest(file.memory(), file.segmentAt(segment)));
  }

  /** Whether a repair would find nothing to do, the counters included. */
  private static boolean isAtRest(MemorySegment memory, long at) {
    return Memory.get(memory, at + SegmentLayout.PENDING) == 0
        && (Memory.get(memory, at + SegmentLayout.VERSION) & 1) == 0
        && CheckedWord.isSound(Memory.get(memory, at + SegmentLayout.ENTRIES))
        && CheckedWord.isSound(Memory.get(memory, at + SegmentLayout.TOMBSTONES))
        && CheckedWord.isSound(Memory.get(memory, at + SegmentLayout.LIVE_BYTES));
  }

  private boolean isAmidChange(int segment) {
    return Memory.get(file.memory(), file.segmentAt(segment) + SegmentLayout.INTENT_SLOT) != 0;
  }

  /** Sees to it that whoever repairs a segment ends the record of the change that failed. */
  private void nameRecord(int segment) {
    long position = stranded.records[segment];
    if (position <= 0) {
      return;
    }
    MemorySegment memory = file.memory();
    long at = file.segmentAt(segment);
    if (Memory.get(memory, at + SegmentLayout.INTENT_SLOT) == 0) {
      log.close(position, false); // not begun, or all done and the record committed
    } else if (Memory.get(memory, at + SegmentLayout.INTENT_RECORD) == 0) {
      Memory.setRelease(memory, at + SegmentLayout.INTENT_RECORD, position + 1);
    }
    stranded.records[segment] = 0;
  }

  private void unlock(int segment) {
    locks.unlock(file.memory(), file.segmentAt(segment) + SegmentLayout.LOCK);
  }

  /** Leaves a segment as a dead process would; only by the thread that has its lock. */
  void abandon(int segment) {
    locks.abandon(file.memory(), file.segmentAt(segment) + SegmentLayout.LOCK);
  }

  /**
   * Waits for changes that this process has under way, by a time of {@link System#nanoTime}; nobody
   * begins any more. A thread that is stopped amid one is taken over as if its process had died.
   */
  void awaitChanges(long deadlineNanos) {
    for (int segment = 0; segment < file.segments; segment++) {
      long at = file.segmentAt(segment) + SegmentLayout.LOCK;
      locks.awaitOwn(file.memory(), at, deadlineNanos);
    }
  }

  /** Takes over what was left as a dead process would leave it. */
  private void sweep() {
    try {
      segmentLocks.sweep();
    } catch (Error e) {
      stranded.isSweepDue = true; // there was no heap for it, say
      throw e;
    }
  }

  /** Leaves a lock that a thread of this process has and cannot give back. */
  private void giveBack(int segment) {
    stranded.locks[segment] = false; // before another one can have the lock, and note the same
    try {
      stranded.isSweepDue = true;
      abandon(segment);
    } catch (Throwable e) {
      stranded.locks[segment] = true;
      throw e;
    }
  }

  @Override
  public void giveBackLeft() {
    space.giveBack();
    guard.giveBack();
    if (!stranded.takeAny()) {
      return;
    }
    try {
      for (int segment = 0; segment < stranded.locks.length; segment++) {
        if (stranded.locks[segment]) {
          nameRecord(segment);
          giveBack(segment);
        }
      }
      if (stranded.isSweepDue) {
        stranded.isSweepDue = false;
        sweep();
      }
    } catch (IllegalStateException | StoreException _) {
      // it is closed, or damaged: who wants the segment takes it over, or is told
    } catch (Throwable e) {
      stranded.isAny = true;
      throw e;
    }
  }
}
