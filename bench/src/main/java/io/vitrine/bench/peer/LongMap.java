package io.vitrine.bench.peer;

/**
 * A map from numbers to numbers, as the measurements use it. For one thread; each other one takes a
 * view of its own ({@link #forThread}).
 */
public interface LongMap extends AutoCloseable {
  /**
   * Looks up a number.
   *
   * @param key the key, which is there
   * @return its value
   */
  long get(long key);

  /**
   * Sets a number.
   *
   * @param key the key
   * @param value the value
   */
  void put(long key, long value);

  /**
   * Adds to a number, atomically.
   *
   * @param key the key, which is there
   * @param delta what to add
   * @return the sum
   */
  long addAndGet(long key, long delta);

  /**
   * The same map for another thread. Closing the map that was opened closes all its views.
   *
   * @return a view, or this where threads need none
   */
  default LongMap forThread() {
    return this;
  }

  /** Writes to the files what is kept back in memory, if anything is. */
  default void flush() {}

  /** Brings the files into the order that is best to read, if there is such a thing. */
  default void compact() {}

  /** Lets go of the files. */
  @Override
  void close();
}
