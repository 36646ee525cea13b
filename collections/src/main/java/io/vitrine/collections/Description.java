package io.vitrine.collections;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a collection. Immutable.
 *
 * @param path for example {@code /maps/prices}
 * @param keyType name of the keys' type
 * @param valueType name of the values' type
 * @param hash name of the hash strategy
 * @param hashSeed its seed; null from far for who may not create and drop the collection, since it
 *     is a secret
 * @param segments parts with a lock of their own
 * @param entries number of entries
 * @param bytes size of its file that is in use
 * @param takeovers how often a segment was taken over from a dead process
 * @param epoch identity of the store's change log
 * @param revision revision of the store's latest change
 */
public record Description(
    String path,
    String keyType,
    String valueType,
    String hash,
    @Nullable Long hashSeed,
    int segments,
    long entries,
    long bytes,
    long takeovers,
    long epoch,
    long revision) {}
