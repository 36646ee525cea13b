package io.vitrine.store;

import java.util.concurrent.atomic.LongAdder;

/** Counts the waits for locks. Safe for any number of threads; who need not wait does not count. */
final class LockWaits {
  private final LongAdder count = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  void add(long waitedNanos) {
    count.increment();
    nanos.add(waitedNanos);
  }

  long count() {
    return count.sum();
  }

  long nanos() {
    return nanos.sum();
  }
}
