package io.vitrine.hashing;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import org.jspecify.annotations.Nullable;

/** The values of a {@link StrategyHashMap}. For the thread of its map. */
final class MapValues<K extends @Nullable Object, V extends @Nullable Object>
    extends AbstractCollection<V> {
  private final StrategyHashMap<K, V> map;

  MapValues(StrategyHashMap<K, V> map) {
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
  public boolean contains(@Nullable Object value) {
    return map.containsValue(value);
  }

  @Override
  public Iterator<V> iterator() {
    return new NodeIterator<>(map, MapNode::getValue);
  }

  @Override
  public Spliterator<V> spliterator() {
    return Spliterators.spliterator(this, Spliterator.ORDERED);
  }
}
