package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A lock in one word of mapped memory, between the threads of all processes; taken over from a
 * process that died. Safe for any number of threads and JVMs; not reentrant.
 *
 * <p>A waiter spins, yields, then sleeps in short naps; once it has waited {@link #PATIENCE_NANOS}
 * for the same owner it asks the kernel whether that process lives, and again each time that much
 * has passed. A paused process lives: it is waited for, never robbed.
 *
 * <p>Whatever is thrown, also for want of heap or stack: a call that throws has not taken the lock,
 * or not given it back. Nothing is called or made between the word's change and the return.
 */
final class OwnedLock {
  /** How long an owner is trusted before the kernel is asked. */
  static final long PATIENCE_NANOS = 5_000_000;

  /**
   * How long a thread waits for a lock that it has itself: it may have failed to give it back, for
   * want of stack, and {@link LockKeeper} then does.
   */
  private static final long OWN_NANOS_MAX = 8 * LockKeeper.PERIOD_MILLIS * 1_000_000;

  private static final int SPINS = 200;
  private static final int YIELDS = 20;
  private static final long NAP_NANOS_MIN = 20_000;
  private static final long NAP_NANOS_MAX = 500_000;

  private final Attachment self;
  private final Leftovers leftovers;
  private final Tally waits = new Tally();

  OwnedLock(Attachment self) {
    this(self, new Leftovers());
  }

  private OwnedLock(Attachment self, Leftovers leftovers) {
    this.self = self;
    this.leftovers = leftovers;
    Outcome _ = Outcome.TAKEN; // so that nothing is left to be loaded once a lock is taken
  }

  /** The same for other locks, whose waits are counted apart. */
  OwnedLock apart() {
    return new OwnedLock(self, leftovers);
  }

  /** Where locks of this open may have been left. */
  Leftovers leftovers() {
    return leftovers;
  }

  Tally waits() {
    return waits;
  }

  /**
   * Takes the lock.
   *
   * @return whether it was taken over from a dead process, so that what it guards needs repair
   * @throws IllegalStateException if the thread has it already, and is not to be rid of it
   */
  boolean lock(MemorySegment memory, long offset) {
    return lock(memory, offset, () -> false) == Outcome.TAKEN_OVER;
  }

  /** How it went with a lock. */
  enum Outcome {
    /** Taken, and what it guards is in order. */
    TAKEN,
    /** Taken over from a dead process, so that what it guards needs repair. */
    TAKEN_OVER,
    /** Not taken: there is no reason to wait any more. */
    GIVEN_UP,
  }

  /**
   * Takes the lock, unless waiting for it becomes vain.
   *
   * @param vain is asked now and then by who waits
   * @throws IllegalStateException if the thread has it already, and is not to be rid of it
   */
  Outcome lock(MemorySegment memory, long offset, BooleanSupplier vain) {
    long mine = OwnerWord.of(self.slot(), self.incarnation(), Thread.currentThread().threadId());
    if (Memory.cas(memory, offset, 0, mine)) {
      return Outcome.TAKEN;
    }
    return lockContended(memory, offset, mine, vain);
  }

  private Outcome lockContended(
      MemorySegment memory, long offset, long mine, BooleanSupplier vain) {
    boolean interrupted = false;
    long since = System.nanoTime();
    try {
      while (true) {
        Outcome taken = await(memory, offset, mine, vain);
        if (taken != null) {
          return taken;
        }
        interrupted |= Thread.interrupted(); // with the flag set, naps would be none
      }
    } finally {
      try {
        endWait(since, interrupted);
      } catch (Throwable _) {
        // what it counts is not worth a lock that nobody knows of
      }
    }
  }

  private void endWait(long since, boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    waits.add(System.nanoTime() - since);
  }

  /** Waits for the lock; null if it was interrupted meanwhile. */
  @SuppressWarnings("ThreadPriorityCheck") // the owner may be waiting for this very core
  private @Nullable Outcome await(
      MemorySegment memory, long offset, long mine, BooleanSupplier vain) {
    long owner = 0;
    long begun = System.nanoTime();
    long since = begun;
    long nap = NAP_NANOS_MIN;
    for (int tries = 0; ; tries++) {
      long now = Memory.getVolatile(memory, offset);
      if (now == 0) {
        if (Memory.cas(memory, offset, 0, mine)) {
          return Outcome.TAKEN;
        }
        continue;
      }
      if (now == mine && System.nanoTime() - begun > OWN_NANOS_MAX) {
        throw new IllegalStateException(
            "this thread holds the lock at 0x" + Long.toHexString(offset) + " already");
      }
      if (now != owner) {
        owner = now;
        since = System.nanoTime();
      } else if (tries > SPINS && System.nanoTime() - since > PATIENCE_NANOS) {
        if (!isDead(now)) {
          Step.OWNER_FOUND_ALIVE.reached();
        } else if (Memory.cas(memory, offset, now, mine)) {
          return Outcome.TAKEN_OVER;
        }
        since = System.nanoTime();
      }
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else if (tries < SPINS + YIELDS) {
        Thread.yield();
      } else if (Thread.currentThread().isInterrupted()) {
        return null;
      } else if (vain.getAsBoolean()) {
        return Outcome.GIVEN_UP;
      } else {
        LockSupport.parkNanos(nap);
        nap = Math.min(NAP_NANOS_MAX, nap + nap / 2);
      }
    }
  }

  /**
   * Takes the lock if nobody has it who lives.
   *
   * @return whether it was taken
   */
  boolean lockIfFree(MemorySegment memory, long offset) {
    long mine = OwnerWord.of(self.slot(), self.incarnation(), Thread.currentThread().threadId());
    return Memory.cas(memory, offset, 0, mine) || lockIfDead(memory, offset);
  }

  /**
   * Takes the lock if its owner is dead; for a sweep, which waits for nobody.
   *
   * @return whether it was taken
   */
  boolean lockIfDead(MemorySegment memory, long offset) {
    long now = Memory.getVolatile(memory, offset);
    if (now == 0 || !isDead(now)) {
      return false;
    }
    long mine = OwnerWord.of(self.slot(), self.incarnation(), Thread.currentThread().threadId());
    return Memory.cas(memory, offset, now, mine);
  }

  /**
   * Takes the lock if nobody has it, dead or alive.
   *
   * @return whether it was taken
   */
  boolean tryLock(MemorySegment memory, long offset) {
    long mine = OwnerWord.of(self.slot(), self.incarnation(), Thread.currentThread().threadId());
    return Memory.cas(memory, offset, 0, mine);
  }

  /** Whether this thread has the lock. */
  boolean isMine(MemorySegment memory, long offset) {
    return Memory.getVolatile(memory, offset)
        == OwnerWord.of(self.slot(), self.incarnation(), Thread.currentThread().threadId());
  }

  /** Whether a dead process has the lock. */
  boolean isHeldByDead(MemorySegment memory, long offset) {
    long now = Memory.getVolatile(memory, offset);
    return now != 0 && isDead(now);
  }

  /** Waits for a thread of this process to give a lock back, by a time of System.nanoTime. */
  void awaitOwn(MemorySegment memory, long offset, long deadlineNanos) {
    while (isOwn(memory, offset) && System.nanoTime() - deadlineNanos < 0) {
      Nap.nanos(NAP_NANOS_MIN);
    }
  }

  /** Whether a thread of this process has the lock. */
  boolean isOwn(MemorySegment memory, long offset) {
    return isOwn(Memory.getVolatile(memory, offset));
  }

  /** Whether a lock's word names a thread of this process. */
  private boolean isOwn(long word) {
    return word != 0
        && OwnerWord.slot(word) == self.slot()
        && OwnerWord.incarnation(word) == (self.incarnation() & OwnerWord.INCARNATION_MASK);
  }

  private boolean isDead(long word) {
    return !self.isAlive(OwnerWord.slot(word), OwnerWord.incarnation(word));
  }

  /**
   * Leaves the lock as that of a dead owner, where what it guards could not be put in order: the
   * next who wants it takes it over and repairs.
   */
  void abandon(MemorySegment memory, long offset) {
    Memory.setRelease(memory, offset, OwnerWord.of(self.slot(), self.incarnation() - 1, 0));
  }

  /**
   * Gives the lock back; only by the thread that has it.
   *
   * <p>What was changed under it is seen by all before this thread reads anything else: else of two
   * that each change something and then look for the other's change, both might find none.
   */
  void unlock(MemorySegment memory, long offset) {
    Memory.setVolatile(memory, offset, 0);
  }
}
