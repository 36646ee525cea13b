package io.vitrine.collections;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Wakes one thread, which may be virtual. Any thread may raise it, one awaits it. */
final class Signal {
  private volatile boolean raised;
  private volatile @Nullable Thread waiter;

  /* A virtual thread whose wake-up is cut off by the end of the caller's stack counts as woken in
   * the JDK, and is never woken again. */

  /**
   * Wakes the waiter now, or as soon as it waits.
   *
   * @throws StackOverflowError if there is no stack for it; then whoever raises next wakes him
   */
  void raise() {
    raised = true;
    Thread sleeper = waiter;
    if (sleeper != null && sleeper.isVirtual()) {
      StackRoom.require();
    }
    LockSupport.unpark(sleeper);
  }

  /** Waits until the signal is raised or the time is over, and lowers it. */
  void await(long nanos) {
    waiter = Thread.currentThread();
    long deadline = System.nanoTime() + nanos;
    while (!raised) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        break;
      }
      LockSupport.parkNanos(this, left);
      // An interrupt that a subscriber left behind would keep the thread from parking.
      boolean _ = Thread.interrupted();
    }
    raised = false;
  }
}
