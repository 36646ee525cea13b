package io.vitrine.collections;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.store.MapOptions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a map is made of, seen by its user. Immutable.
 *
 * @param keyType class of the keys
 * @param valueType class of the values
 * @param keyName type name of the keys where their class does not tell it, for example {@code
 *     list<uuid>}
 * @param valueName type name of the values where their class does not tell it
 * @param hash hash strategy for the keys
 * @param segments parts with a lock of their own, a power of two; a hint
 * @param isCompact whether small entries lie in the bucket table itself, see {@link #compact}; a
 *     map that is there is opened as it is
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public record MapSpec<K, V>(
    Class<K> keyType,
    Class<V> valueType,
    @Nullable String keyName,
    @Nullable String valueName,
    HashStrategy hash,
    int segments,
    boolean isCompact) {
  /**
   * Takes the components.
   *
   * @throws IllegalArgumentException if a name is given for a class other than {@code Object}, or
   *     the number of segments is no power of two from 1 to 65,536
   */
  public MapSpec {
    Objects.requireNonNull(keyType, "keyType");
    Objects.requireNonNull(valueType, "valueType");
    Objects.requireNonNull(hash, "hash");
    Segments.check(segments);
    if ((keyName != null && keyType != Object.class)
        || (valueName != null && valueType != Object.class)) {
      throw new IllegalArgumentException(
          "types named %s and %s are given for %s and %s, expected Object"
              .formatted(keyName, valueName, keyType.getName(), valueType.getName()));
    }
  }

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
        keyType, valueType, null, null, HashStrategies.rapid(), MapOptions.DEFAULT_SEGMENTS, false);
  }

  /**
   * Defaults for everything but the types, which are named as the file names them.
   *
   * @param keyName for example {@code uuid}; see {@link io.vitrine.store.Codecs#of}
   * @param valueName for example {@code map<string,decimal>}
   * @return the spec
   */
  public static MapSpec<Object, Object> named(String keyName, String valueName) {
    return MapSpec.of(Object.class, Object.class).withNames(keyName, valueName);
  }

  /**
   * The same with types that are named as files name them.
   *
   * @param key name of the type of the keys, or null where their class tells it
   * @param value name of the type of the values, or null where their class tells it
   * @return a new spec
   * @throws IllegalArgumentException if a name is given for a class other than {@code Object}
   */
  public MapSpec<K, V> withNames(@Nullable String key, @Nullable String value) {
    return new MapSpec<>(keyType, valueType, key, value, hash, segments, isCompact);
  }

  /**
   * The same for a compact map, which takes less room and less time for entries of up to 32 bytes,
   * and less time for updates of larger ones. It is for keys and values of fixed sizes, together at
   * most 128 bytes when each is padded to 8. Entries of such a map have no time to live, and {@link
   * ObservableMap#compareAndSet} by a revision may refuse where only another entry has changed:
   * read again and retry.
   *
   * @return a new spec; to open a map with it fails with {@code IllegalArgumentException} if the
   *     sizes vary or are too large
   */
  public MapSpec<K, V> compact() {
    return new MapSpec<>(keyType, valueType, keyName, valueName, hash, segments, true);
  }

  /**
   * The same with another hash strategy.
   *
   * @param strategy the strategy
   * @return a new spec
   */
  public MapSpec<K, V> withHash(HashStrategy strategy) {
    return new MapSpec<>(keyType, valueType, keyName, valueName, strategy, segments, isCompact);
  }

  /**
   * The same with another number of segments.
   *
   * @param count a power of two
   * @return a new spec
   * @throws IllegalArgumentException if it is none from 1 to 65,536
   */
  public MapSpec<K, V> withSegments(int count) {
    return new MapSpec<>(keyType, valueType, keyName, valueName, hash, count, isCompact);
  }
}
