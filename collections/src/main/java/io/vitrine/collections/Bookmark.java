package io.vitrine.collections;

/**
 * A place in the history of a store to resume a subscription from. Immutable.
 *
 * @param epoch identity of the change log, 0 for that of the store at hand
 * @param revision everything up to it has been seen
 */
public record Bookmark(long epoch, long revision) {}
