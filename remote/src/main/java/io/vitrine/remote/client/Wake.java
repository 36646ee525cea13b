package io.vitrine.remote.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Wakes one waiting thread; a call while it does not wait is remembered. Safe for any threads. */
final class Wake {
  /** How long a busy waiter looks before it sleeps: nobody spins where nothing happens. */
  private static final long SPIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Bounded for safety only: whoever waits looks at its conditions again. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int LOOKS_PER_YIELD = 32;

  private final boolean busy;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition condition = lock.newCondition();
  private volatile boolean raised;

  Wake() {
    this(false);
  }

  /**
   * Creates one.
   *
   * @param busy whether the waiter looks all the time before it sleeps
   */
  Wake(boolean busy) {
    this.busy = busy;
  }

  /** Looks all the time until something is so, or it is that late by the nano time. */
  @SuppressWarnings("ThreadPriorityCheck") // Whoever spins lets others have the processor.
  static void spinUntil(BooleanSupplier what, long deadline) {
    for (int looks = 1; !what.getAsBoolean(); looks++) {
      if (looks % LOOKS_PER_YIELD != 0) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
        if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
          return;
        }
      }
    }
  }

  void raise() {
    lock.lock();
    try {
      raised = true;
      condition.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until it is woken, or some seconds have passed; an interrupt is no end of either. */
  void await() {
    if (busy) {
      spinUntil(() -> raised, System.nanoTime() + SPIN_NANOS);
    }
    lock.lock();
    try {
      long left = REST_NANOS;
      while (!raised && left > 0) {
        try {
          left = condition.awaitNanos(left);
        } catch (InterruptedException _) {
          // A subscriber left it behind, and it is cleared by now: nobody else knows the thread.
        }
      }
      raised = false;
    } finally {
      lock.unlock();
    }
  }
}
