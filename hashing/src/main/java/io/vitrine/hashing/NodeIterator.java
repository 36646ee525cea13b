package io.vitrine.hashing;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Walks the entries of a {@link StrategyHashMap} in the order of their insertion, for one of its
 * views. For the thread of its map; fails fast.
 *
 * @param <T> what the view tells of an entry
 */
final class NodeIterator<
        K extends @Nullable Object, V extends @Nullable Object, T extends @Nullable Object>
    implements Iterator<T> {
  private final StrategyHashMap<K, V> map;
  private final Function<MapNode<K, V>, T> part;
  private @Nullable MapNode<K, V> next;
  private @Nullable MapNode<K, V> told;
  private int changes;

  NodeIterator(StrategyHashMap<K, V> map, Function<MapNode<K, V>, T> part) {
    this.map = map;
    this.part = part;
    this.next = map.first();
    this.changes = map.changes();
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public T next() {
    map.checkUnchanged(changes);
    MapNode<K, V> node = next;
    if (node == null) {
      throw new NoSuchElementException("the iteration is over");
    }
    told = node;
    next = node.after;
    return part.apply(node);
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
