package io.vitrine.collections;

/**
 * What a subscriber of a set is told. Immutable.
 *
 * @param <E> type of the elements
 */
public sealed interface SetEvent<E> {
  /**
   * The element concerned.
   *
   * @return the element
   */
  E element();

  /**
   * Position of the change in the one order of the store; for an {@link Existing} the revision of
   * the state that is being shown.
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
   * How many changes were joined, as {@link MapEvent#changes}.
   *
   * @return 1 or more
   */
  default int changes() {
    return 1;
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
   * @param element the element
   * @param revision revision of the bootstrap
   * @param <E> type of the elements
   */
  record Existing<E>(E element, long revision) implements SetEvent<E> {
    @Override
    public long timeNanos() {
      return 0;
    }
  }

  /**
   * The element came into the set, or into the filter.
   *
   * @param element the element
   * @param revision revision of the change
   * @param timeNanos when
   * @param commit revision of all that was changed together
   * @param changes how many changes were joined
   * @param <E> type of the elements
   */
  record Inserted<E>(E element, long revision, long timeNanos, long commit, int changes)
      implements SetEvent<E> {
    /**
     * A single change.
     *
     * @param element the element
     * @param revision revision of the change
     * @param timeNanos when
     */
    public Inserted(E element, long revision, long timeNanos) {
      this(element, revision, timeNanos, revision, 1);
    }
  }

  /**
   * The element is gone, or out of the filter.
   *
   * @param element the element
   * @param revision revision of the change
   * @param timeNanos when
   * @param commit revision of all that was changed together
   * @param changes how many changes were joined
   * @param <E> type of the elements
   */
  record Removed<E>(E element, long revision, long timeNanos, long commit, int changes)
      implements SetEvent<E> {
    /**
     * A single change.
     *
     * @param element the element
     * @param revision revision of the change
     * @param timeNanos when
     */
    public Removed(E element, long revision, long timeNanos) {
      this(element, revision, timeNanos, revision, 1);
    }
  }
}
