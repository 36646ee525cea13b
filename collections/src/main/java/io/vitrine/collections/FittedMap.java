package io.vitrine.collections;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Entries whose keys and values are made fit one by one, while somebody walks over them. For who
 * may use the map behind.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class FittedMap<K, V> extends AbstractMap<K, V> {
  private final Map<? extends K, ? extends V> entries;
  private final UnaryOperator<K> keys;
  private final UnaryOperator<V> values;

  FittedMap(Map<? extends K, ? extends V> entries, UnaryOperator<K> keys, UnaryOperator<V> values) {
    this.entries = entries;
    this.keys = keys;
    this.values = values;
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<K, V>> iterator() {
        var all = entries.entrySet().iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return all.hasNext();
          }

          @Override
          public Map.Entry<K, V> next() {
            var entry = all.next();
            return Map.entry(keys.apply(entry.getKey()), values.apply(entry.getValue()));
          }
        };
      }

      @Override
      public int size() {
        return entries.size();
      }
    };
  }
}
