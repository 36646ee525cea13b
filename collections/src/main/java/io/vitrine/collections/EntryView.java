package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a map, live. Safe for any number of threads. What removes entries by looking at
 * them removes only those that still have the value looked at.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class EntryView<K, V> extends AbstractSet<Map.Entry<K, V>> {
  private final AbstractObservableMap<K, V> map;

  EntryView(AbstractObservableMap<K, V> map) {
    this.map = map;
  }

  @Override
  public Iterator<Map.Entry<K, V>> iterator() {
    return new PagedIterator<>(
        map.entryPages(),
        entry -> new LiveEntry<>(map, entry.key(), entry.value()),
        entry -> map.removeKey(entry.key()));
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
  public boolean contains(Object o) {
    if (!(o instanceof Map.Entry<?, ?> entry)
        || entry.getKey() == null
        || entry.getValue() == null) {
      return false;
    }
    Object value = map.expectedValue(entry.getValue());
    return value != null && Content.isEqual(map.get(entry.getKey()), value);
  }

  /**
   * As Java compares: what is only looked for may be converted, and arrays are found by content.
   */
  @Override
  public boolean equals(@Nullable Object o) {
    if (o == this) {
      return true;
    }
    if (!(o instanceof Set<?> other) || other.size() != size()) {
      return false;
    }
    for (Object element : other) {
      if (!(element instanceof Map.Entry<?, ?> entry) || !hasEqual(entry)) {
        return false;
      }
    }
    return true;
  }

  /** What an entry that is looked for would be here, null for what is none. */
  private @Nullable Object expected(Object o) {
    if (!(o instanceof Map.Entry<?, ?> entry)
        || entry.getKey() == null
        || entry.getValue() == null) {
      return null;
    }
    Object key = map.expectedKey(entry.getKey());
    Object value = map.expectedValue(entry.getValue());
    return key == null || value == null ? null : Map.entry(key, value);
  }

  private boolean hasEqual(Map.Entry<?, ?> entry) {
    return entry.getKey() != null
        && entry.getValue() != null
        && map.isAsReadKey(entry.getKey())
        && entry.getValue().equals(map.get(entry.getKey()));
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public boolean add(Map.Entry<K, V> entry) {
    throw new UnsupportedOperationException("entries come by put");
  }

  @Override
  public boolean remove(Object o) {
    return o instanceof Map.Entry<?, ?> entry
        && entry.getKey() != null
        && entry.getValue() != null
        && map.remove(entry.getKey(), entry.getValue());
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public boolean removeAll(Collection<?> entries) {
    boolean changed = false;
    for (Object entry : entries) {
      changed |= remove(entry);
    }
    return changed;
  }

  @Override
  public boolean retainAll(Collection<?> entries) {
    return removeIf(new Among(entries, this::expected).negate());
  }

  @Override
  public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
    Objects.requireNonNull(filter, "filter");
    boolean changed = false;
    for (Map.Entry<K, V> entry : this) {
      changed |= filter.test(entry) && map.remove(entry.getKey(), entry.getValue());
    }
    return changed;
  }

  @Override
  public Spliterator<Map.Entry<K, V>> spliterator() {
    return Spliterators.spliteratorUnknownSize(
        iterator(), Spliterator.CONCURRENT | Spliterator.DISTINCT | Spliterator.NONNULL);
  }
}
