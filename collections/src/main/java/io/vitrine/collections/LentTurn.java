package io.vitrine.collections;

import io.vitrine.store.RetentionException;
import io.vitrine.store.WouldWaitException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is to do the work of a subscription's thread: its own, or, while it waits, that of
 * whoever borrows it. The thread frees and takes it, any other may borrow it.
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
  private volatile @Nullable Thread borrower;

  /** The thread while it waits for whoever has borrowed its turn. */
  private volatile @Nullable Thread waiter;

  /**
   * Does some of the thread's work on the calling one, if nobody else does.
   *
   * @param use the work; answers whether the thread may go on waiting
   * @param failed told what goes wrong, unless the thread will find it out by itself
   * @return false if the thread is to be woken
   */
  boolean lend(BooleanSupplier use, Consumer<Throwable> failed) {
    boolean rests = false;
    // Nothing may fail between this and the try: it would never be given back.
    if (!state.compareAndSet(State.FREE, State.LENT)) {
      return false;
    }
    try {
      borrower = Thread.currentThread();
      rests = use.getAsBoolean();
    } catch (EndedException | RetentionException | WouldWaitException _) {
      // The thread finds out why.
    } catch (Throwable failure) {
      failed.accept(failure);
    } finally {
      borrower = null;
      state.set(State.FREE);
      Thread sleeper = waiter;
      if (sleeper != null) {
        StackRoom.require(); // see Signal; it wakes by itself soon
        LockSupport.unpark(sleeper);
      }
    }
    return rests;
  }

  /** Whether the calling thread has borrowed it. */
  boolean isLentToCaller() {
    return Thread.currentThread().equals(borrower);
  }

  /** Lets others have it, until {@link #take}. */
  void free() {
    state.set(State.FREE);
  }

  /**
   * Takes it back, which whoever has borrowed it gives back soon. Sleeps meanwhile: threads that
   * yield to each other keep others from running, perhaps the one that is waited for. Does not
   * return without it, though there may be no memory to sleep with.
   */
  void take() {
    while (!state.compareAndSet(State.FREE, State.TAKEN)) {
      waiter = Thread.currentThread();
      // Whoever gave it back before the line above did not see it.
      if (state.get() == State.LENT) {
        sleep();
      }
    }
    waiter = null;
  }

  private void sleep() {
    try {
      Joining.waitsFor(borrower); // who may want to wait for this one
      LockSupport.parkNanos(this, SOON_NANOS);
    } catch (OutOfMemoryError _) {
      Thread.onSpinWait(); // a virtual thread needs some to be woken by time
    } finally {
      Joining.waitsNoMore();
    }
    boolean _ = Thread.interrupted(); // with the flag set, it would not sleep
  }
}
