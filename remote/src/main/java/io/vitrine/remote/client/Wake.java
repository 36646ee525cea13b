package io.vitrine.remote.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes one waiting thread; a call while it does not wait is remembered. Safe for any threads. */
final class Wake {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition condition = lock.newCondition();
  private boolean raised;

  void raise() {
    lock.lock();
    try {
      raised = true;
      condition.signal();
    } finally {
      lock.unlock();
    }
  }

  void await() throws InterruptedException {
    lock.lock();
    try {
      while (!raised) {
        // Bounded for safety only: whoever waits looks at its conditions again.
        if (!condition.await(10, TimeUnit.SECONDS)) {
          return;
        }
      }
      raised = false;
    } finally {
      lock.unlock();
    }
  }
}
