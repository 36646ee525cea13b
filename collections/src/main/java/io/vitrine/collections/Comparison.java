package io.vitrine.collections;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares a copy with the state at a revision, entry by entry. For one thread, and for
 * implementers of subscriptions.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface Comparison<K, V> {
  /**
   * Looks at an entry of the state.
   *
   * @param key the key
   * @param value its value
   * @return what is to be done to the copy, null for nothing
   */
  @Nullable MapEvent<K, V> present(K key, V value);

  /**
   * Ends when all of the state has been looked at.
   *
   * @return what is still to be done to the copy
   */
  List<MapEvent<K, V>> gone();
}
