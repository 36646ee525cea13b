package io.vitrine.collections;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What a body of {@link Vitrine#atomically} reads and changes: entries of maps, elements of sets
 * and lists of one catalogue. For the thread that runs the body, as long as it runs.
 *
 * <p>Changes are noted and made together when the body has returned. What it reads is the state
 * before, with its own changes on top; if any of it has changed by the time the changes are made,
 * the body runs again.
 *
 * <p>Nobody else changes the lists that a body uses while it runs: the first use of each makes it
 * run again with the list locked.
 *
 * <p>Once the body has ended every call throws {@link IllegalStateException}; for a collection of
 * another catalogue, and for a key, a value or an element that it cannot have, {@link
 * IllegalArgumentException}; for one that was dropped {@link io.vitrine.store.MapDroppedException}.
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

  /**
   * Counts the elements of a list.
   *
   * @param list a list of the catalogue
   * @return how many there are
   */
  int size(ObservableList<?> list);

  /**
   * Looks up an element.
   *
   * @param list a list of the catalogue
   * @param index its index
   * @param <E> type of the elements
   * @return the element
   * @throws IndexOutOfBoundsException if there is none
   */
  <E> E get(ObservableList<E> list, int index);

  /**
   * Adds an element at the end.
   *
   * @param list a list of the catalogue
   * @param element the element
   * @param <E> type of the elements
   */
  <E> void add(ObservableList<E> list, E element);

  /**
   * Inserts an element.
   *
   * @param list a list of the catalogue
   * @param index where it will be
   * @param element the element
   * @param <E> type of the elements
   * @throws IndexOutOfBoundsException if there is no such place
   */
  <E> void add(ObservableList<E> list, int index, E element);

  /**
   * Adds elements at the end.
   *
   * @param list a list of the catalogue
   * @param elements the elements
   * @param <E> type of the elements
   */
  <E> void addAll(ObservableList<E> list, Collection<? extends E> elements);

  /**
   * Sets an element.
   *
   * @param list a list of the catalogue
   * @param index its index
   * @param element the new element
   * @param <E> type of the elements
   * @return the element before
   * @throws IndexOutOfBoundsException if there is none
   */
  <E> E set(ObservableList<E> list, int index, E element);

  /**
   * Removes an element.
   *
   * @param list a list of the catalogue
   * @param index its index
   * @param <E> type of the elements
   * @return the element
   * @throws IndexOutOfBoundsException if there is none
   */
  <E> E remove(ObservableList<E> list, int index);

  /**
   * Removes all elements.
   *
   * @param list a list of the catalogue
   */
  void clear(ObservableList<?> list);
}
