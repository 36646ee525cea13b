package io.vitrine.collections;

import org.jspecify.annotations.Nullable;

/**
 * What a subscriber of a list is told. Immutable. Applied in order to a copy of the state that was
 * told first, the events make the copy what the list is.
 *
 * @param <E> type of the elements
 */
public sealed interface ListEvent<E> {
  /**
   * Where in the list, as it is when all changes before have been made.
   *
   * @return index from 0 on, among all elements, also those that a filter keeps back
   */
  int index();

  /**
   * Position of the change in the one order of the store; for an {@link Existing} the revision of
   * the state that is being shown. The events of one change have places that count up to its
   * revision.
   *
   * @return a revision
   */
  long revision();

  /**
   * Revision of all that was changed together, as {@link MapEvent#commit}.
   *
   * @return a revision
   */
  default long commit() {
    return revision();
  }

  /**
   * When the change was made.
   *
   * @return nanoseconds since 1970-01-01T00:00Z by the writer's clock, 0 for an {@link Existing}
   */
  long timeNanos();

  /**
   * The element is there at the revision of the bootstrap.
   *
   * @param index its index
   * @param value the element
   * @param revision revision of the bootstrap
   * @param <E> type of the elements
   */
  record Existing<E>(int index, E value, long revision) implements ListEvent<E> {
    @Override
    public long timeNanos() {
      return 0;
    }
  }

  /**
   * An element was inserted, or came into the filter: {@code copy.add(index, value)}.
   *
   * @param index its index from now on
   * @param value the element
   * @param revision revision of the change
   * @param timeNanos when
   * @param commit revision of all that was changed together
   * @param <E> type of the elements
   */
  record Inserted<E>(int index, E value, long revision, long timeNanos, long commit)
      implements ListEvent<E> {
    /**
     * A change by itself.
     *
     * @param index its index
     * @param value the element
     * @param revision revision of the change
     * @param timeNanos when
     */
    public Inserted(int index, E value, long revision, long timeNanos) {
      this(index, value, revision, timeNanos, revision);
    }
  }

  /**
   * An element was set: {@code copy.set(index, value)}.
   *
   * @param index its index
   * @param oldValue the element before; null where it was too large for the wire
   * @param value the element after
   * @param revision revision of the change
   * @param timeNanos when
   * @param commit revision of all that was changed together
   * @param <E> type of the elements
   */
  record Updated<E>(
      int index, @Nullable E oldValue, E value, long revision, long timeNanos, long commit)
      implements ListEvent<E> {
    /**
     * A change by itself.
     *
     * @param index its index
     * @param oldValue the element before
     * @param value the element after
     * @param revision revision of the change
     * @param timeNanos when
     */
    public Updated(int index, @Nullable E oldValue, E value, long revision, long timeNanos) {
      this(index, oldValue, value, revision, timeNanos, revision);
    }
  }

  /**
   * An element was removed, or left the filter: {@code copy.remove(index)}.
   *
   * @param index its index until now
   * @param oldValue the element; null where it was too large for the wire
   * @param revision revision of the change
   * @param timeNanos when
   * @param commit revision of all that was changed together
   * @param <E> type of the elements
   */
  record Removed<E>(int index, @Nullable E oldValue, long revision, long timeNanos, long commit)
      implements ListEvent<E> {
    /**
     * A change by itself.
     *
     * @param index its index
     * @param oldValue the element
     * @param revision revision of the change
     * @param timeNanos when
     */
    public Removed(int index, @Nullable E oldValue, long revision, long timeNanos) {
      this(index, oldValue, revision, timeNanos, revision);
    }
  }
}
