package io.vitrine.collections;

import org.jspecify.annotations.Nullable;

/**
 * What a subscriber of a map is told. Immutable.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public sealed interface MapEvent<K, V> {
  /**
   * The key concerned.
   *
   * @return the key
   */
  K key();

  /**
   * The value before.
   *
   * @return the value, null where there was none, or where a server left it out since it and the
   *     new one together were too large for a message
   */
  default @Nullable V oldValue() {
    return null;
  }

  /**
   * The value after.
   *
   * @return the value, null where there is none
   */
  default @Nullable V value() {
    return null;
  }

  /**
   * Position of the change in the one order of the store; for an {@link Existing} the revision of
   * the state that is being shown.
   *
   * @return a revision
   */
  long revision();

  /**
   * Revision that everything carries which was changed together with this, in one call or one
   * atomic group, in whichever collection: larger than {@link #revision} as long as more of it
   * follows, and equal to it where nothing more of it is told.
   *
   * @return a revision
   */
  default long commit() {
    return revision();
  }

  /**
   * How many changes of the entry this event stands for.
   *
   * @return 1, or more where {@link Overflow#LATEST} joined some; changes before a point at which
   *     the entry was as it had been told, namely absent, do not count
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
   * The same as the last one that is told of its commit: its revision is then that of the commit,
   * so that who goes on behind it misses nothing.
   *
   * @return this, or a copy
   */
  default MapEvent<K, V> endingCommit() {
    long at = commit();
    long time = timeNanos();
    return switch (this) {
      case Existing<K, V> e -> e;
      case Inserted<K, V> i -> new Inserted<>(i.key(), i.value(), at, time, at, i.changes());
      case Updated<K, V> u ->
          new Updated<>(u.key(), u.oldValue(), u.value(), at, time, at, u.changes());
      case Removed<K, V> r -> new Removed<>(r.key(), r.oldValue(), at, time, at, r.changes());
    };
  }

  /**
   * The entry is there at the revision of the bootstrap.
   *
   * @param key the key
   * @param value its value
   * @param revision revision of the bootstrap
   * @param <K> type of the keys
   * @param <V> type of the values
   */
  record Existing<K, V>(K key, V value, long revision) implements MapEvent<K, V> {
    @Override
    public long timeNanos() {
      return 0;
    }
  }

  /**
   * The entry came into being, or into the filter.
   *
   * @param key the key
   * @param value its value
   * @param revision revision of the change
   * @param timeNanos when
   * @param commit revision of all that was changed together
   * @param changes how many changes were joined
   * @param <K> type of the keys
   * @param <V> type of the values
   */
  record Inserted<K, V>(K key, V value, long revision, long timeNanos, long commit, int changes)
      implements MapEvent<K, V> {
    /**
     * A single change.
     *
     * @param key the key
     * @param value its value
     * @param revision revision of the change
     * @param timeNanos when
     */
    public Inserted(K key, V value, long revision, long timeNanos) {
      this(key, value, revision, timeNanos, revision, 1);
    }
  }

  /**
   * The entry has a new value.
   *
   * @param key the key
   * @param oldValue the value before, null where it was too large to be told
   * @param value the value after
   * @param revision revision of the change
   * @param timeNanos when
   * @param commit revision of all that was changed together
   * @param changes how many changes were joined
   * @param <K> type of the keys
   * @param <V> type of the values
   */
  record Updated<K, V>(
      K key, @Nullable V oldValue, V value, long revision, long timeNanos, long commit, int changes)
      implements MapEvent<K, V> {
    /**
     * A single change.
     *
     * @param key the key
     * @param oldValue the value before, null where it was too large to be told
     * @param value the value after
     * @param revision revision of the change
     * @param timeNanos when
     */
    public Updated(K key, @Nullable V oldValue, V value, long revision, long timeNanos) {
      this(key, oldValue, value, revision, timeNanos, revision, 1);
    }
  }

  /**
   * The entry is gone, or out of the filter.
   *
   * @param key the key
   * @param oldValue the value before, null where it was too large to be told
   * @param revision revision of the change
   * @param timeNanos when
   * @param commit revision of all that was changed together
   * @param changes how many changes were joined
   * @param <K> type of the keys
   * @param <V> type of the values
   */
  record Removed<K, V>(
      K key, @Nullable V oldValue, long revision, long timeNanos, long commit, int changes)
      implements MapEvent<K, V> {
    /**
     * A single change.
     *
     * @param key the key
     * @param oldValue the value before, null where it was too large to be told
     * @param revision revision of the change
     * @param timeNanos when
     */
    public Removed(K key, @Nullable V oldValue, long revision, long timeNanos) {
      this(key, oldValue, revision, timeNanos, revision, 1);
    }
  }
}
