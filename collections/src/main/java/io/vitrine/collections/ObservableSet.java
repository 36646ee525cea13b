package io.vitrine.collections;

import java.util.Set;

/**
 * A set that anyone may watch: the same interface in this process and across JVMs. Safe for any
 * number of threads.
 *
 * <p>All rules of {@link Set} hold; null is refused. Iterators are weakly consistent: an element
 * that is there during the whole iteration is met exactly once. {@link #add} and {@link #remove}
 * are atomic: of several who add the same element at once, one is told that it did.
 *
 * @param <E> type of the elements
 */
public interface ObservableSet<E> extends Set<E>, Queryable<E> {
  /**
   * Where the set lives in its catalogue.
   *
   * @return for example {@code /sets/members}
   */
  String path();

  /**
   * Watches the set.
   *
   * @param options what is wanted; without a mapping the items are {@link SetEvent}s
   * @param subscriber receives the items
   * @param <T> type of the items
   * @return the handle
   */
  <T> Subscription<E> subscribe(ElementOptions<E> options, Subscriber<T> subscriber);

  /**
   * Tells subscribers something of the application's own. It has its place in the one order of the
   * store and a revision, as a change has, and comes to every subscription that asks for it ({@link
   * SubscriptionOptions.EventKind#PUBLISHED}) as {@link CollectionEvent.Published}, whatever its
   * filter.
   *
   * @param event any value of the data model or of a registered type
   * @return the revision
   * @throws NullPointerException if it is null
   * @throws IllegalArgumentException if it is of a type that is not registered
   */
  default long publish(Object event) {
    throw new UnsupportedOperationException(path() + ": publishing is not to be had from here");
  }
}
