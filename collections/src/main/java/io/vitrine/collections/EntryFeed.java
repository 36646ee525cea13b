package io.vitrine.collections;

import io.vitrine.store.Change;
import org.jspecify.annotations.Nullable;

/**
 * A feed of which each change is that of one entry. Used by the subscription's own thread only.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
interface EntryFeed<K, V> extends Feed<K, V> {
  /** Reads the key of a change. */
  K key(Change change);

  /** Reads the value before a change. */
  @Nullable V oldValue(Change change);

  /** Reads the value after a change. */
  @Nullable V newValue(Change change);

  @Override
  default void transitions(Change change, boolean withOld, Transition<K, V> taker) {
    // The place is to resume right behind it, also within an atomic group.
    taker.take(key(change), withOld ? oldValue(change) : null, newValue(change), change.place());
  }
}
