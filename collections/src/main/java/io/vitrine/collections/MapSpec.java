package io.vitrine.collections;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;

/**
 * What a map is made of, seen by its user. Immutable.
 *
 * @param keyType class of the keys
 * @param valueType class of the values
 * @param hash hash strategy for the keys
 * @param segments parts with a lock of their own, a power of two; a hint
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public record MapSpec<K, V>(Class<K> keyType, Class<V> valueType, HashStrategy hash, int segments) {
  /**
   * Defaults for everything but the types.
   *
   * @param keyType class of the keys
   * @param valueType class of the values
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the spec
   */
  public static <K, V> MapSpec<K, V> of(Class<K> keyType, Class<V> valueType) {
    return new MapSpec<>(
        keyType, valueType, HashStrategies.rapid(), io.vitrine.store.MapOptions.DEFAULT_SEGMENTS);
  }

  /**
   * The same with another hash strategy.
   *
   * @param strategy the strategy
   * @return a new spec
   */
  public MapSpec<K, V> withHash(HashStrategy strategy) {
    return new MapSpec<>(keyType, valueType, strategy, segments);
  }

  /**
   * The same with another number of segments.
   *
   * @param count a power of two
   * @return a new spec
   */
  public MapSpec<K, V> withSegments(int count) {
    return new MapSpec<>(keyType, valueType, hash, count);
  }
}
