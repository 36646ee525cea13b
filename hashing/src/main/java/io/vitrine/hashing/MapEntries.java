package io.vitrine.hashing;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import org.jspecify.annotations.Nullable;

/** The entries of a {@link StrategyHashMap} as a set. For the thread of its map. */
final class MapEntries<K extends @Nullable Object, V extends @Nullable Object>
    extends AbstractSet<Map.Entry<K, V>> {
  private final StrategyHashMap<K, V> map;

  MapEntries(StrategyHashMap<K, V> map) {
    this.map = map;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public boolean contains(@Nullable Object element) {
    return find(element) != null;
  }

  @Override
  public boolean remove(@Nullable Object element) {
    MapNode<K, V> node = find(element);
    if (node != null) {
      map.remove(node);
    }
    return node != null;
  }

  private @Nullable MapNode<K, V> find(@Nullable Object element) {
    if (element instanceof Map.Entry<?, ?> entry) {
      MapNode<K, V> node = map.find(entry.getKey());
      return node != null && node.equals(entry) ? node : null;
    }
    return null;
  }

  @Override
  public Iterator<Map.Entry<K, V>> iterator() {
    return new NodeIterator<>(map, node -> node);
  }

  @Override
  public Spliterator<Map.Entry<K, V>> spliterator() {
    return Spliterators.spliterator(this, Spliterator.ORDERED | Spliterator.DISTINCT);
  }
}
