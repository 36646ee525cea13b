package io.vitrine.hashing;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import org.jspecify.annotations.Nullable;

/** The keys of a {@link StrategyHashMap} as a set. For the thread of its map. */
final class MapKeys<K extends @Nullable Object, V extends @Nullable Object> extends AbstractSet<K> {
  private final StrategyHashMap<K, V> map;

  MapKeys(StrategyHashMap<K, V> map) {
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
  public boolean contains(@Nullable Object key) {
    return map.containsKey(key);
  }

  @Override
  public boolean remove(@Nullable Object key) {
    MapNode<K, V> node = map.find(key);
    if (node != null) {
      map.remove(node);
    }
    return node != null;
  }

  @Override
  public Iterator<K> iterator() {
    return new NodeIterator<>(map, MapNode::getKey);
  }

  @Override
  public Spliterator<K> spliterator() {
    return Spliterators.spliterator(this, Spliterator.ORDERED | Spliterator.DISTINCT);
  }
}
