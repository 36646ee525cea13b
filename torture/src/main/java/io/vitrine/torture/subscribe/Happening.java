package io.vitrine.torture.subscribe;

import org.jspecify.annotations.Nullable;

/**
 * One thing that the change log tells of a map. Immutable.
 *
 * @param place where it stands
 * @param commit revision of all that was changed with it
 * @param key the key; null for what was published
 * @param before value before, null for none
 * @param after value after, null for none; what was published
 */
record Happening(
    long place, long commit, @Nullable String key, @Nullable Long before, @Nullable Long after) {}
