package io.vitrine.store;

import java.util.function.BooleanSupplier;

/**
 * A clock that goes on only when it is told to, in step with the one thread that waits by it: time
 * passes while that thread waits, not while it works. Safe for any number of threads.
 */
final class PacedClock implements StoreClock {
  private long now = System.currentTimeMillis() * 1_000_000;
  private long until;
  private boolean waiting;

  @Override
  public synchronized long epochNanos() {
    return now;
  }

  @Override
  public synchronized void pause(long nanos, BooleanSupplier vain) {
    until = now + nanos;
    waiting = true;
    notifyAll();
    while (now < until && !vain.getAsBoolean()) {
      await();
    }
    waiting = false;
  }

  /** Lets time pass; whatever the waiting thread does within that time has been done then. */
  synchronized void pass(long nanos) {
    long end = now + nanos;
    while (true) {
      while (!waiting) {
        await();
      }
      if (until > end) {
        now = end;
        return;
      }
      now = until;
      waiting = false; // until it waits again
      notifyAll();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // is only called in loops
  private void await() {
    try {
      wait(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
