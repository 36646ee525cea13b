package io.vitrine.store;

/**
 * Takes one entry.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
@FunctionalInterface
public interface EntryConsumer<K, V> {
  /**
   * Takes one entry.
   *
   * @param key the key
   * @param value the value
   * @param revision revision of the change that set the value
   */
  void accept(K key, V value, long revision);
}
