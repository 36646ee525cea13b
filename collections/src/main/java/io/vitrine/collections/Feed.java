package io.vitrine.collections;

import io.vitrine.store.Change;
import io.vitrine.store.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * Where the entries of a subscription come from: a map, one key of it, or the catalogue. Used by
 * the subscription's own thread only.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
interface Feed<K, V> {
  /** Where it lives, for names and messages. */
  String path();

  /** The present state, and the place in the log right behind it. */
  Snapshot<K, V> snapshot();

  /** Whether a change is one of an entry here; called for every change of the store. */
  boolean concerns(Change change);

  /** Whether a change is the end of all entries here. */
  boolean isEnd(Change change);

  /** Reads the key of a change. */
  K key(Change change);

  /** Reads the value before a change. */
  @Nullable V oldValue(Change change);

  /** Reads the value after a change. */
  @Nullable V newValue(Change change);
}
