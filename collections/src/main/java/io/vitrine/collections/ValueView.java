package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;

/**
 * The values of a map, live. Safe for any number of threads. What removes values by looking at them
 * removes only entries that still have the value looked at.
 *
 * @param <V> type of the values
 */
final class ValueView<V> extends AbstractCollection<V> {
  private final AbstractObservableMap<?, V> map;

  ValueView(AbstractObservableMap<?, V> map) {
    this.map = map;
  }

  @Override
  public Iterator<V> iterator() {
    return iterator(map);
  }

  private static <K, V> Iterator<V> iterator(AbstractObservableMap<K, V> map) {
    return new PagedIterator<>(
        map.entryPages(), MapEntry::value, entry -> map.removeKey(entry.key()));
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
  public boolean contains(Object value) {
    return map.containsValue(value);
  }

  @Override
  public boolean remove(Object value) {
    return removeOne(map, value);
  }

  private static <K> boolean removeOne(AbstractObservableMap<K, ?> map, Object value) {
    Object wanted = map.expectedValue(Objects.requireNonNull(value, "value"));
    if (wanted == null) {
      return false;
    }
    for (var entry : map.entrySet()) {
      if (Content.isEqual(wanted, entry.getValue())
          && map.remove(entry.getKey(), entry.getValue())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public boolean removeAll(Collection<?> values) {
    return removeIf(new Among(values, map::expectedValue));
  }

  @Override
  public boolean retainAll(Collection<?> values) {
    return removeIf(new Among(values, map::expectedValue).negate());
  }

  @Override
  public boolean removeIf(Predicate<? super V> filter) {
    Objects.requireNonNull(filter, "filter");
    return map.entrySet().removeIf(entry -> filter.test(entry.getValue()));
  }

  @Override
  public Spliterator<V> spliterator() {
    return Spliterators.spliteratorUnknownSize(
        iterator(), Spliterator.CONCURRENT | Spliterator.NONNULL);
  }
}
