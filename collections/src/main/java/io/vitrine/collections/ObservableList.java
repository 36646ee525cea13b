package io.vitrine.collections;

import java.util.List;
import java.util.RandomAccess;

/**
 * A list that anyone may watch: the same interface in this process and across JVMs. Safe for any
 * number of threads.
 *
 * <p>All rules of {@link List} hold; null is refused. Every call is one atomic change, also those
 * that change many elements. Iterators are weakly consistent: an element that is there during the
 * whole iteration is met exactly once, wherever others insert and remove. A visitor is applied to
 * the element at an index, and its null removes that element.
 *
 * @param <E> type of the elements
 */
public interface ObservableList<E>
    extends List<E>, RandomAccess, Queryable<E>, KeyedResources<Integer, E> {
  /**
   * Where the list lives in its catalogue.
   *
   * @return for example {@code /lists/queue}
   */
  String path();

  /**
   * Watches the list.
   *
   * @param options what is wanted; without a mapping the items are {@link ListEvent}s
   * @param subscriber receives the items
   * @param <T> type of the items
   * @return the handle
   */
  <T> Subscription<E> subscribe(ElementOptions<E> options, Subscriber<T> subscriber);
}
