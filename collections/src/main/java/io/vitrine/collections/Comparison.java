package io.vitrine.collections;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares a copy with the state at a revision, entry by entry. For one thread.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
interface Comparison<K, V> {
  /** Looks at an entry of the state; answers what is to be done to the copy, null for nothing. */
  @Nullable MapEvent<K, V> present(K key, V value);

  /** What is to be done to the copy when all of the state has been looked at. */
  List<MapEvent<K, V>> gone();
}
