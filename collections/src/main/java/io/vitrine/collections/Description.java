package io.vitrine.collections;

/**
 * What is known of a collection. Immutable.
 *
 * @param path for example {@code /maps/prices}
 * @param keyType name of the keys' type
 * @param valueType name of the values' type
 * @param hash name of the hash strategy
 * @param hashSeed its seed
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
    long hashSeed,
    int segments,
    long entries,
    long bytes,
    long takeovers,
    long epoch,
    long revision) {}
