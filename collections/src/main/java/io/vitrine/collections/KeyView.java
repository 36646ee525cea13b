package io.vitrine.collections;

import org.jspecify.annotations.Nullable;

/**
 * The keys of a map, live. Safe for any number of threads.
 *
 * @param <K> type of the keys
 */
final class KeyView<K> extends LiveSet<K> {
  private final AbstractObservableMap<K, ?> map;

  KeyView(AbstractObservableMap<K, ?> map) {
    this.map = map;
  }

  @Override
  Pages<K> pages() {
    return map.keyPages();
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
  boolean hasEqual(Object key) {
    return map.isAsReadKey(key) && map.containsKey(key);
  }

  @Override
  @Nullable Object expected(Object key) {
    return map.expectedKey(key);
  }

  @Override
  public boolean remove(Object key) {
    return map.removeKey(key);
  }

  @Override
  public void clear() {
    map.clear();
  }
}
