package io.vitrine.collections;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Whose turn it is to do the work of a thread: its own, or, while it waits, that of whoever borrows
 * it. The thread frees and takes it, any other may borrow it and gives it back soon.
 */
final class LentTurn {
  /** How soon to look again, for safety. */
  private static final long SOON_NANOS = 1_000_000L;

  private enum State {
    /** The thread's own. */
    TAKEN,
    /** Nobody's: the thread waits. */
    FREE,
    /** Whoever has borrowed it. */
    LENT
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.TAKEN);

  /** Whether the thread waits for whoever has borrowed its turn. */
  private volatile boolean wanted;

  /** Borrows it; false where the thread works, or somebody else has borrowed it. */
  boolean borrow() {
    return state.compareAndSet(State.FREE, State.LENT);
  }

  /** Gives back what was borrowed from a thread. */
  void giveBack(Thread owner) {
    state.set(State.FREE);
    if (wanted) {
      LockSupport.unpark(owner);
    }
  }

  /** Lets others have it, until {@link #take}. */
  void free() {
    state.set(State.FREE);
  }

  /**
   * Takes it back, which whoever has borrowed it gives back soon. Sleeps meanwhile: threads that
   * yield to each other keep others from running, perhaps the one that is waited for.
   */
  void take() {
    while (!state.compareAndSet(State.FREE, State.TAKEN)) {
      wanted = true;
      // Whoever gave it back before the line above did not see it.
      if (state.get() == State.LENT) {
        LockSupport.parkNanos(this, SOON_NANOS);
        boolean _ = Thread.interrupted(); // with the flag set, it would not sleep
      }
    }
    wanted = false;
  }
}
