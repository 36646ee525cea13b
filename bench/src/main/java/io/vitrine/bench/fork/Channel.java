package io.vitrine.bench.fork;

import java.util.function.LongPredicate;

/**
 * A way by which numbers get from one thread to another, of this JVM or another. One thread sets,
 * one receives.
 */
interface Channel extends AutoCloseable {
  /** Says nothing. */
  long NOTHING = 0;

  /** Sends a number, which differs from the one before. */
  void set(long number);

  /**
   * Looks for numbers all the time, or is told of them, until all are there.
   *
   * @param begun is run once nothing that is sent from then on is missed
   * @param seen takes each at once when it is seen; answers whether there are more to come
   */
  void receive(Runnable begun, LongPredicate seen) throws InterruptedException;

  @Override
  void close();
}
