package io.vitrine.collections;

import org.jspecify.annotations.Nullable;

/**
 * Takes what a change made of one entry.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
@FunctionalInterface
interface Transition<K, V> {
  /**
   * Takes a transition.
   *
   * @param key the entry
   * @param before its value before, null for none or where it was not asked for
   * @param after its value after, null for none
   * @param place where to resume right behind it
   */
  void take(K key, @Nullable V before, @Nullable V after, long place);
}
