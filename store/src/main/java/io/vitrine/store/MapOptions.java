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
 * @param isCompact whether small entries lie in the bucket table itself, see {@link #compact}; a
 *     hint that counts when the map is created
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public record MapOptions<K, V>(
    Codec<K> keys, Codec<V> values, HashStrategy hash, int segments, boolean isCompact) {
  /** Segments of a map whose options do not say. */
  public static final int DEFAULT_SEGMENTS = 256;

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if the number of segments is no power of two in the range, a
   *     codec has a name that is none, or {@link HashStrategies#of} does not find the hash strategy
   *     by its name and seed: one of your own has to be registered first, and to hash all forms
   *     alike
   */
  public MapOptions {
    CodecTypeParser.parse(keys.typeName());
    CodecTypeParser.parse(values.typeName());
    keys = keys.forKeys();
    checkIsKnown(hash);
    if (segments < 1 || segments > 65_536 || Integer.bitCount(segments) != 1) {
      throw new IllegalArgumentException(
          "segments is " + segments + ", expected a power of two from 1 to 65536");
    }
    if (isCompact && !CompactShape.fits(keys.fixedSize(), values.fixedSize())) {
      throw new IllegalArgumentException(
          "keys of type "
              + keys.typeName()
              + " and values of type "
              + values.typeName()
              + " fit no compact map: both need a fixed size, together at most "
              + CompactShape.ENTRY_BYTES_MAX
              + " bytes when each is padded to 8");
    }
  }

  /**
   * Options of a map whose entries lie in blocks.
   *
   * @param keys codec of the keys
   * @param values codec of the values
   * @param hash hash strategy for the keys' bytes
   * @param segments how many parts with a lock of their own
   */
  public MapOptions(Codec<K> keys, Codec<V> values, HashStrategy hash, int segments) {
    this(keys, values, hash, segments, false);
  }

  /** A file records the name and the seed alone: they must lead to the same strategy. */
  private static void checkIsKnown(HashStrategy hash) {
    HashStrategy known = HashStrategies.of(hash.name(), hash.seed());
    boolean isOurs = hash.getClass().getPackage() == HashStrategy.class.getPackage();
    if (isOurs && known.getClass() == hash.getClass()) {
      return; // and of the same seed
    }
    if (known.id() != hash.id()) {
      throw new IllegalArgumentException(
          "hash strategy "
              + hash.name()
              + " has id "
              + hash.id()
              + ", the one that is known by this name has "
              + known.id()
              + "; give it a name of its own and register it");
    }
    if (HashStrategies.selfTest(known) != HashStrategies.selfTest(hash)) {
      throw new IllegalArgumentException(
          "hash strategy "
              + hash.name()
              + " hashes otherwise than the one that is known by this name; give it a name of its"
              + " own and register it");
    }
    String unequal = HashStrategies.unequalForm(hash);
    if (!unequal.isEmpty()) {
      throw new IllegalArgumentException(unequal);
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
   * The same for a compact map: keys and values lie in the bucket table itself. Entries of up to 32
   * bytes take less room and less time so; of larger ones only updates do, while to fill a map
   * takes longer. For keys and values of fixed sizes, together at most 128 bytes when each is
   * padded to 8. Entries of such a map have no time to live, and the revision that {@link
   * StoreMap#getVersioned} tells may be that of a later change of another entry.
   *
   * @return new options
   * @throws IllegalArgumentException if the sizes vary or are too large
   */
  public MapOptions<K, V> compact() {
    return new MapOptions<>(keys, values, hash, segments, true);
  }

  /**
   * Tells whether the map may be a {@link #compact} one.
   *
   * @return whether keys and values have fixed sizes, which are small enough
   */
  public boolean fitsCompact() {
    return CompactShape.fits(keys.fixedSize(), values.fixedSize());
  }

  /**
   * The same with another hash strategy.
   *
   * @param strategy the strategy
   * @return new options
   */
  public MapOptions<K, V> withHash(HashStrategy strategy) {
    return new MapOptions<>(keys, values, strategy, segments, isCompact);
  }

  /**
   * The same with another number of segments. A segment takes 62.9 million entries, of a {@link
   * #compact} map 54.6 million; then {@code put} throws a {@link StoreException}. So a map of one
   * segment ends there, while the usual 256 take 16 thousand million.
   *
   * @param count a power of two from 1 to 65,536
   * @return new options
   */
  public MapOptions<K, V> withSegments(int count) {
    return new MapOptions<>(keys, values, hash, count, isCompact);
  }
}
