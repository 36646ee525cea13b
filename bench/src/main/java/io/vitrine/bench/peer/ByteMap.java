package io.vitrine.bench.peer;

import org.jspecify.annotations.Nullable;

/**
 * A map from keys to bytes, as the measurements use it. For one thread; each other one takes a view
 * of its own ({@link #forThread}).
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
   * Begins calls with several keys at once; here they are made one after the other.
   *
   * @return a holder of keys, for one thread
   */
  default Many<K> many() {
    return new Together<>(
        (keys, using) -> {
          int found = 0;
          for (int i = 0; i < keys.size(); i++) {
            found += getUsing(keys.get(i), using[i]) != null ? 1 : 0;
          }
          return found;
        },
        (keys, values) -> {
          for (int i = 0; i < keys.size(); i++) {
            put(keys.get(i), values.get(i));
          }
        });
  }

  /**
   * The same map for another thread. Closing the map that was opened closes all its views.
   *
   * @return a view, or this where threads need none
   */
  default ByteMap<K> forThread() {
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
