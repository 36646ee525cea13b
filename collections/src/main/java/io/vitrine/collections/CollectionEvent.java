package io.vitrine.collections;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a collection as a whole, told in one order with the changes of its
 * entries to subscribers that ask for it. Immutable.
 */
public sealed interface CollectionEvent {
  /**
   * Place in the one order of the store.
   *
   * @return a revision
   */
  long revision();

  /**
   * When it was told.
   *
   * @return nanoseconds since 1970-01-01T00:00Z by the clock of whoever told it
   */
  long timeNanos();

  /**
   * The same as the last one that is told of a commit, see {@link MapEvent#endingCommit}.
   *
   * @param commit revision of all that was committed together
   * @return a copy that has this revision
   */
  default CollectionEvent ending(long commit) {
    return switch (this) {
      case Published p -> new Published(p.event(), commit, p.timeNanos());
      case Annotated a -> new Annotated(a.name(), a.oldValue(), a.value(), commit, a.timeNanos());
    };
  }

  /**
   * What somebody published.
   *
   * @param event what was given to {@code publish}; a record or enum that is not registered here
   *     comes as {@link io.vitrine.store.TypedValue}
   * @param revision place in the order of the store
   * @param timeNanos when
   */
  record Published(Object event, long revision, long timeNanos) implements CollectionEvent {}

  /**
   * An annotation of the collection was set or removed.
   *
   * @param name name of the annotation
   * @param oldValue value before, null for none
   * @param value value after, null for none
   * @param revision place in the order of the store
   * @param timeNanos when
   */
  record Annotated(
      String name, @Nullable Object oldValue, @Nullable Object value, long revision, long timeNanos)
      implements CollectionEvent {}
}
