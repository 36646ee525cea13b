package io.vitrine.bench.peer;

/** A map from numbers to numbers, as the measurements use it. For one thread. */
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

  /** Lets go of the files. */
  @Override
  void close();
}
