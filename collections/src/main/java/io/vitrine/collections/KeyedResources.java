package io.vitrine.collections;

import io.vitrine.store.Visitor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Entries that take visitors: those of a map, or the elements of a list, whose keys are their
 * indexes. Safe for any number of threads.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface KeyedResources<K, V> {
  /**
   * Applies a visitor to an entry atomically, where the entry lives. A call from far does not wait;
   * a failure is told to the connection's listener.
   *
   * @param key the key
   * @param visitor computes the new value
   */
  void asyncUpdate(K key, Visitor<V> visitor);

  /**
   * Applies a visitor to an entry atomically, where the entry lives, and answers a function of the
   * new value.
   *
   * @param key the key
   * @param updater computes the new value; what it throws is passed on and nothing is changed
   * @param returnFunction applied to the new value, null where the entry was removed; what it
   *     throws is passed on and the change stays made
   * @param <R> type of the answer
   * @return what the function returned
   */
  <R extends @Nullable Object> R syncUpdate(
      K key, Visitor<V> updater, Function<? super @Nullable V, ? extends R> returnFunction);
}
