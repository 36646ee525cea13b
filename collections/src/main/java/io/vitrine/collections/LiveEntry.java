package io.vitrine.collections;

import java.util.Map;
import java.util.Objects;

/**
 * An entry as an iterator met it; setting its value sets that of the map. For one thread.
 *
 * @param <K> type of the key
 * @param <V> type of the value
 */
final class LiveEntry<K, V> implements Map.Entry<K, V> {
  private final ObservableMap<K, V> map;
  private final K key;
  private V value;

  LiveEntry(ObservableMap<K, V> map, K key, V value) {
    this.map = map;
    this.key = key;
    this.value = value;
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
    Objects.requireNonNull(newValue, "value");
    V before = value;
    map.set(key, newValue);
    value = newValue;
    return before;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Map.Entry<?, ?> other
        && key.equals(other.getKey())
        && value.equals(other.getValue());
  }

  @Override
  public int hashCode() {
    return key.hashCode() ^ value.hashCode();
  }

  @Override
  public String toString() {
    return key + "=" + value;
  }
}
