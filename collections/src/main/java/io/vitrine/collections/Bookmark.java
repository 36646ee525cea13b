package io.vitrine.collections;

/**
 * A place in the history of a store to resume a subscription from. Immutable.
 *
 * <p>Amid the present state, or what another filter makes different, there is no place to go on
 * from: a part of it has been told. Such a bookmark names {@link #NO_EPOCH}; who resumes behind it
 * is told the present state again, as a resync.
 *
 * @param epoch identity of the change log, 0 for that of the store at hand, {@link #NO_EPOCH} for
 *     that of none
 * @param revision everything up to it has been seen
 */
public record Bookmark(long epoch, long revision) {
  /** The epoch of no store: who resumes there is told the present state. */
  public static final long NO_EPOCH = -1;
}
