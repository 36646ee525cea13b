package io.vitrine.collections;

import org.jspecify.annotations.Nullable;

/**
 * What a body of {@link Vitrine#atomically} reads and changes: entries of maps and elements of sets
 * of one catalogue. For the thread that runs the body, as long as it runs.
 *
 * <p>Changes are noted and made together when the body has returned. What it reads is the state
 * before, with its own changes on top; if any of it has changed by the time the changes are made,
 * the body runs again.
 */
public interface Group {
  /**
   * Looks up a value.
   *
   * @param map a map of the catalogue
   * @param key the key
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the value, or null
   */
  <K, V> @Nullable V get(ObservableMap<K, V> map, K key);

  /**
   * Sets a value.
   *
   * @param map a map of the catalogue
   * @param key the key
   * @param value the value
   * @param <K> type of the keys
   * @param <V> type of the values
   */
  <K, V> void put(ObservableMap<K, V> map, K key, V value);

  /**
   * Removes an entry if there is one.
   *
   * @param map a map of the catalogue
   * @param key the key
   * @param <K> type of the keys
   * @param <V> type of the values
   */
  <K, V> void remove(ObservableMap<K, V> map, K key);

  /**
   * Looks for an element.
   *
   * @param set a set of the catalogue
   * @param element the element
   * @param <E> type of the elements
   * @return whether it is there
   */
  <E> boolean contains(ObservableSet<E> set, E element);

  /**
   * Adds an element.
   *
   * @param set a set of the catalogue
   * @param element the element
   * @param <E> type of the elements
   * @return whether it was not there before
   */
  <E> boolean add(ObservableSet<E> set, E element);

  /**
   * Removes an element.
   *
   * @param set a set of the catalogue
   * @param element the element
   * @param <E> type of the elements
   * @return whether it was there
   */
  <E> boolean remove(ObservableSet<E> set, E element);
}
