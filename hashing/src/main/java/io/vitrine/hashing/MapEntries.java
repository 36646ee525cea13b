package io.vitrine.hashing;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
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
    return new NodeIterator<>(map);
  }

  @Override
  public Spliterator<Map.Entry<K, V>> spliterator() {
    return Spliterators.spliterator(this, Spliterator.ORDERED | Spliterator.DISTINCT);
  }

  /** Walks the nodes in the order of their insertion. */
  private static final class NodeIterator<K extends @Nullable Object, V extends @Nullable Object>
      implements Iterator<Map.Entry<K, V>> {
    private final StrategyHashMap<K, V> map;
    private @Nullable MapNode<K, V> next;
    private @Nullable MapNode<K, V> told;
    private int changes;

    NodeIterator(StrategyHashMap<K, V> map) {
      this.map = map;
      this.next = map.first();
      this.changes = map.changes();
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Map.Entry<K, V> next() {
      map.checkUnchanged(changes);
      if (next == null) {
        throw new NoSuchElementException("the iteration is over");
      }
      told = next;
      next = next.after;
      return told;
    }

    @Override
    public void remove() {
      if (told == null) {
        throw new IllegalStateException("nothing was told since the last removal");
      }
      map.checkUnchanged(changes);
      map.remove(told);
      told = null;
      changes = map.changes();
    }
  }
}
