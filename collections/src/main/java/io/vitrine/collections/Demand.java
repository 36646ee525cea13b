package io.vitrine.collections;

import java.util.concurrent.atomic.AtomicLong;

/** How many items may still be delivered. Any thread may add, one takes. */
final class Demand {
  private final AtomicLong open;

  Demand(long initial) {
    if (initial < 0) {
      throw new IllegalArgumentException("request is " + initial + ", expected 0 or more");
    }
    this.open = new AtomicLong(initial);
  }

  /** Adds; {@link Long#MAX_VALUE} is without end. */
  void add(long items) {
    open.accumulateAndGet(items, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
  }

  boolean isOpen() {
    return open.get() > 0;
  }

  /** Whether so many may be delivered. */
  boolean isOpen(int items) {
    return open.get() >= items;
  }

  /** Takes one; only where it is open. */
  void take() {
    take(1);
  }

  /** Takes so many; only where it is open for them. */
  void take(int items) {
    if (open.get() != Long.MAX_VALUE) {
      open.addAndGet(-items);
    }
  }
}
