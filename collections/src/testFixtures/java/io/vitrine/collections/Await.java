package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for what other threads bring about, and fails where it does not come: a test that spins
 * takes a processor from all tests behind it. For any thread.
 */
public final class Await {
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** What is about to come is met at once; who waits longer leaves the processor to others. */
  private static final long SPIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private Await() {}

  /**
   * Waits until a condition holds.
   *
   * @param condition is asked again and again, on the calling thread
   * @param found says what is waited for and what there is instead, if it does not come
   */
  public static void until(BooleanSupplier condition, Supplier<String> found) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      long waited = System.nanoTime() - start;
      if (waited > DEADLINE_NANOS) {
        fail("waited in vain for " + found.get());
      }
      if (waited < SPIN_NANOS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Waits until a condition holds that needs no more to be said of. */
  public static void until(BooleanSupplier condition, String what) {
    until(condition, () -> what);
  }
}
