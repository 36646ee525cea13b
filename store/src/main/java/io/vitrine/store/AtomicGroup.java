package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/**
 * What a body of {@link Store#atomically} reads and changes: entries of any maps of the store. For
 * the thread that runs the body, as long as it runs.
 *
 * <p>Changes are noted and made together when the body has returned. What it reads, it reads as it
 * is before the group, with the group's own changes on top; if any of it has changed by the time
 * the group is made, the body runs again.
 */
public interface AtomicGroup {
  /**
   * Looks up a value.
   *
   * @param map a map of the store
   * @param key the key
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the value, or null
   */
  <K, V> @Nullable V get(StoreMap<K, V> map, K key);

  /**
   * Sets a value.
   *
   * @param map a map of the store
   * @param key the key
   * @param value the value
   * @param <K> type of the keys
   * @param <V> type of the values
   */
  <K, V> void put(StoreMap<K, V> map, K key, V value);

  /**
   * Removes an entry if there is one.
   *
   * @param map a map of the store
   * @param key the key
   * @param <K> type of the keys
   * @param <V> type of the values
   */
  <K, V> void remove(StoreMap<K, V> map, K key);
}
