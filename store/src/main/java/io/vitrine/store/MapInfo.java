package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;

/**
 * What is known of a map without opening it by type. Immutable.
 *
 * @param path for example {@code /maps/prices}
 * @param id number that the change log knows it by
 * @param keyType type name of the keys' codec
 * @param valueType type name of the values' codec
 * @param hashName name of the hash strategy
 * @param hashSeed its seed
 * @param segments parts with a lock of their own
 * @param entries number of entries
 * @param bytes size of the file that is in use
 * @param takeovers how often a segment was taken over from a dead process
 */
public record MapInfo(
    String path,
    int id,
    String keyType,
    String valueType,
    String hashName,
    long hashSeed,
    int segments,
    long entries,
    long bytes,
    long takeovers) {
  /**
   * The hash strategy.
   *
   * @return the one that is registered under its name, with the map's seed
   * @throws StoreException if none is in this process; names the map and the strategy
   */
  public HashStrategy strategy() {
    try {
      return HashStrategies.of(hashName, hashSeed);
    } catch (IllegalArgumentException e) {
      throw new StoreException(path + ": " + e.getMessage(), e);
    }
  }
}
