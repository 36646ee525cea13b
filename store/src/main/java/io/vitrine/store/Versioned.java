package io.vitrine.store;

/**
 * A value and the revision of the change that set it. Immutable.
 *
 * @param value the value
 * @param revision position of the change in the change log
 * @param <V> type of the value
 */
public record Versioned<V>(V value, long revision) {}
