package io.vitrine.hashing;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An entry of a {@link StrategyHashMap}. For the thread of its map. */
final class MapNode<K extends @Nullable Object, V extends @Nullable Object>
    implements Map.Entry<K, V> {
  final long hash;
  final K key;
  V value;

  /**
   * The next one of the same bucket; in a tree, the next one that cannot be told from it by order.
   */
  @Nullable MapNode<K, V> next;

  /** The one that was inserted before, and after. */
  @Nullable MapNode<K, V> before;

  @Nullable MapNode<K, V> after;

  MapNode(long hash, K key, V value) {
    this.hash = hash;
    this.key = key;
    this.value = value;
  }

  /** Whether the wanted key, which is the one that is asked, equals this one's. */
  boolean isFor(long wantedHash, @Nullable Object wanted) {
    return hash == wantedHash && Objects.equals(wanted, key);
  }

  @Override
  public K getKey() {
    return key;
  }

  @Override
  public V getValue() {
    return value;
  }

  @Override
  public V setValue(V newValue) {
    V old = value;
    value = newValue;
    return old;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Map.Entry<?, ?> entry
        && Objects.equals(key, entry.getKey())
        && Objects.equals(value, entry.getValue());
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(key) ^ Objects.hashCode(value);
  }

  @Override
  public String toString() {
    return key + "=" + value;
  }
}
