package io.vitrine.store;

import java.util.concurrent.atomic.LongAdder;

/** Counts how often something happened and how long it took. Safe for any number of threads. */
final class Tally {
  private final LongAdder count = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  void add(long tookNanos) {
    count.increment();
    nanos.add(tookNanos);
  }

  long count() {
    return count.sum();
  }

  long nanos() {
    return nanos.sum();
  }
}
