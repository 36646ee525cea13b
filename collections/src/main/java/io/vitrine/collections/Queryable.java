package io.vitrine.collections;

import java.util.function.Function;

/**
 * Something whose elements can be watched. Safe for any number of threads.
 *
 * @param <E> type of the elements
 */
public interface Queryable<E> {
  /**
   * Watches what passes a filter, mapped: the present elements first, then every one that comes or
   * changes, with no bound on demand.
   *
   * @param filter the elements wanted
   * @param select makes the item of an element
   * @param subscriber receives the items
   * @param <R> type of the items
   * @return the handle
   */
  <R> Subscription<E> subscribe(
      Filter<? super E> filter, Function<? super E, R> select, Subscriber<R> subscriber);
}
