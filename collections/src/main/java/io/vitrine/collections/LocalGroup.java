package io.vitrine.collections;

import io.vitrine.store.AtomicGroup;
import org.jspecify.annotations.Nullable;

/** A group of changes in a store of this process. For the thread that runs the body. */
record LocalGroup(AtomicGroup group) implements Group {
  @Override
  public <K, V> @Nullable V get(ObservableMap<K, V> map, K key) {
    LocalMap<K, V> local = local(map);
    return group.get(local.stored(), local.fitKey(key));
  }

  @Override
  public <K, V> void put(ObservableMap<K, V> map, K key, V value) {
    LocalMap<K, V> local = local(map);
    group.put(local.stored(), local.fitKey(key), local.fitValue(value));
  }

  @Override
  public <K, V> void remove(ObservableMap<K, V> map, K key) {
    LocalMap<K, V> local = local(map);
    group.remove(local.stored(), local.fitKey(key));
  }

  @Override
  public <E> boolean contains(ObservableSet<E> set, E element) {
    LocalSet<E> local = local(set);
    return group.get(local.stored(), local.fit(element)) != null;
  }

  @Override
  public <E> boolean add(ObservableSet<E> set, E element) {
    LocalSet<E> local = local(set);
    E fitted = local.fit(element);
    boolean absent = group.get(local.stored(), fitted) == null;
    if (absent) {
      group.put(local.stored(), fitted, Boolean.TRUE);
    }
    return absent;
  }

  @Override
  public <E> boolean remove(ObservableSet<E> set, E element) {
    LocalSet<E> local = local(set);
    E fitted = local.fit(element);
    boolean present = group.get(local.stored(), fitted) != null;
    if (present) {
      group.remove(local.stored(), fitted);
    }
    return present;
  }

  private static <K, V> LocalMap<K, V> local(ObservableMap<K, V> map) {
    if (map instanceof LocalMap<K, V> local) {
      return local;
    }
    throw foreign(map.path());
  }

  private static <E> LocalSet<E> local(ObservableSet<E> set) {
    if (set instanceof LocalSet<E> local) {
      return local;
    }
    throw foreign(set.path());
  }

  private static IllegalArgumentException foreign(String path) {
    return new IllegalArgumentException(
        path + " is not of the catalogue whose changes are made together; open it there");
  }
}
