package io.vitrine.store;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is moved. Safe for any number of threads. */
final class JumpingClock implements StoreClock {
  private final AtomicLong nanos = new AtomicLong(1_700_000_000_000_000_000L);

  @Override
  public long epochNanos() {
    return nanos.get();
  }

  long millis() {
    return nanos.get() / 1_000_000;
  }

  void advanceMillis(long millis) {
    nanos.addAndGet(millis * 1_000_000);
  }

  /** An empty store in memory that goes by this clock. */
  Store store() {
    try {
      return MappedStore.open(new Surroundings(new MemoryFiles(), this, () -> 7), Logged.OPTIONS);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
