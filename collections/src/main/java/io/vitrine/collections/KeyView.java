package io.vitrine.collections;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;

/**
 * The keys of a map, live. Safe for any number of threads.
 *
 * @param <K> type of the keys
 */
final class KeyView<K> extends AbstractSet<K> {
  private final AbstractObservableMap<K, ?> map;

  KeyView(AbstractObservableMap<K, ?> map) {
    this.map = map;
  }

  @Override
  public Iterator<K> iterator() {
    return new PagedIterator<>(map.keyPages(), key -> key, map::removeKey);
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean isEmpty() {
    return map.isEmpty();
  }

  @Override
  public boolean contains(Object key) {
    return map.containsKey(key);
  }

  @Override
  public boolean remove(Object key) {
    return map.removeKey(key);
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public boolean removeAll(Collection<?> keys) {
    boolean changed = false;
    for (Object key : keys) {
      changed |= map.removeKey(key);
    }
    return changed;
  }

  @Override
  public boolean retainAll(Collection<?> keys) {
    Objects.requireNonNull(keys, "keys");
    return removeIf(key -> !keys.contains(key));
  }

  @Override
  public boolean removeIf(Predicate<? super K> filter) {
    Objects.requireNonNull(filter, "filter");
    boolean changed = false;
    for (K key : this) {
      changed |= filter.test(key) && map.removeKey(key);
    }
    return changed;
  }

  @Override
  public Spliterator<K> spliterator() {
    return Spliterators.spliteratorUnknownSize(
        iterator(), Spliterator.CONCURRENT | Spliterator.DISTINCT | Spliterator.NONNULL);
  }
}
