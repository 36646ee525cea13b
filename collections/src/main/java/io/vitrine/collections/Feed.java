package io.vitrine.collections;

import io.vitrine.store.Change;
import io.vitrine.store.MapDroppedException;
import io.vitrine.store.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * Where the entries of a subscription come from: a map, one key of it, a list, or the catalogue.
 * Used by the subscription's own thread only.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
interface Feed<K, V> {
  /** Where it lives, for names and messages. */
  String path();

  /** The present state, and the place in the log right behind it. */
  Snapshot<K, V> snapshot();

  /** The same; null if there is none any more, though the log may have changes yet to be told. */
  default @Nullable Snapshot<K, V> snapshotUnlessDropped() {
    try {
      return snapshot();
    } catch (MapDroppedException _) {
      return null;
    }
  }

  /** Whether nobody can read the entries any more: a snapshot may say so only as it is read. */
  default boolean isDropped() {
    try {
      boolean _ = snapshot().next((_, _, _) -> {}, 1);
      return false;
    } catch (MapDroppedException _) {
      return true;
    }
  }

  /** Whether a change is one of an entry here; called for every change of the store. */
  boolean concerns(Change change);

  /** Whether a change is the end of all entries here. */
  boolean isEnd(Change change);

  /**
   * Whether a change is the end of another collection that had the same path: who was told of its
   * entries, and goes on here, has entries that nobody tells the end of.
   */
  default boolean isEndOfFormer(Change change) {
    return false;
  }

  /** Reads what a change that concerns this made of its entries, in order. */
  void transitions(Change change, boolean withOld, Transition<K, V> taker);

  /** What a change, not one of an entry here, tells of the collection as a whole; or null. */
  default @Nullable CollectionEvent own(Change change) {
    return null;
  }

  /** Whether anything can be told of the collection as a whole. */
  default boolean hasOwn() {
    return false;
  }

  /** Events that several subscriptions may tell of; null where each makes its own. */
  default @Nullable SharedEvents<K, V> shared() {
    return null;
  }

  /** Whether entries have values that change: not the elements of a set. */
  default boolean hasUpdates() {
    return true;
  }

  /** Whether changes of the same key may be joined: not where keys move. */
  default boolean isJoined() {
    return true;
  }
}
