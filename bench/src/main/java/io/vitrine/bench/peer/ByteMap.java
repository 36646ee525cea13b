package io.vitrine.bench.peer;

import org.jspecify.annotations.Nullable;

/**
 * A map from keys to bytes, as the measurements use it. For any number of threads.
 *
 * @param <K> type of the keys
 */
public interface ByteMap<K> extends AutoCloseable {
  /**
   * Looks up a value and makes a copy of it.
   *
   * @param key the key
   * @return the copy, or null
   */
  byte @Nullable [] get(K key);

  /**
   * Copies a value out.
   *
   * @param key the key
   * @param using where to, as large as the value
   * @return what was filled, or null
   */
  byte @Nullable [] getUsing(K key, byte[] using);

  /**
   * Sets a value.
   *
   * @param key the key
   * @param value the value, which the caller goes on using
   */
  void put(K key, byte[] value);

  /**
   * Removes an entry.
   *
   * @param key the key
   */
  void remove(K key);

  /**
   * Begins calls with several keys at once.
   *
   * @return a holder of keys, for one thread
   */
  default Many<K> many() {
    return new OneByOne<>(this);
  }

  /** Lets go of the files. */
  @Override
  void close();
}
