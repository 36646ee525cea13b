package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;

/**
 * What a map is made of. Immutable. Recorded in the map's file when it is created; a later open
 * must agree on codecs and hash.
 *
 * @param keys codec of the keys
 * @param values codec of the values
 * @param hash hash strategy for the keys' bytes
 * @param segments how many parts with a lock of their own, a power of two from 1 to 65,536; a hint
 *     that counts when the map is created
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public record MapOptions<K, V>(Codec<K> keys, Codec<V> values, HashStrategy hash, int segments) {
  /** Segments of a map whose options do not say. */
  public static final int DEFAULT_SEGMENTS = 1024;

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if the number of segments is no power of two in the range, or
   *     a codec has a name that is none
   */
  public MapOptions {
    CodecTypeParser.parse(keys.typeName());
    CodecTypeParser.parse(values.typeName());
    keys = keys.forKeys();
    if (segments < 1 || segments > 65_536 || Integer.bitCount(segments) != 1) {
      throw new IllegalArgumentException(
          "segments is " + segments + ", expected a power of two from 1 to 65536");
    }
  }

  /**
   * Options with defaults for everything but the codecs.
   *
   * @param keys codec of the keys
   * @param values codec of the values
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the options
   */
  public static <K, V> MapOptions<K, V> of(Codec<K> keys, Codec<V> values) {
    return new MapOptions<>(keys, values, HashStrategies.rapid(), DEFAULT_SEGMENTS);
  }

  /**
   * The same with another hash strategy.
   *
   * @param strategy the strategy
   * @return new options
   */
  public MapOptions<K, V> withHash(HashStrategy strategy) {
    return new MapOptions<>(keys, values, strategy, segments);
  }

  /**
   * The same with another number of segments.
   *
   * @param count a power of two from 1 to 65,536
   * @return new options
   */
  public MapOptions<K, V> withSegments(int count) {
    return new MapOptions<>(keys, values, hash, count);
  }
}
