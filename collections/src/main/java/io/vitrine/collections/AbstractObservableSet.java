package io.vitrine.collections;

import java.util.function.Function;

/**
 * What observable sets have in common wherever they lie. Safe for any number of threads. For
 * implementers of {@link ObservableSet}, who add the operations on single elements and the walk
 * over all.
 *
 * @param <E> type of the elements
 */
public abstract class AbstractObservableSet<E> extends LiveSet<E> implements ObservableSet<E> {
  /** Creates a set. */
  protected AbstractObservableSet() {}

  /**
   * Begins a walk over the elements, weakly consistent.
   *
   * @return the walk
   */
  protected abstract Pages<E> elementPages();

  /**
   * Whether an element is one that equals what is read of it.
   *
   * @param element an element, possibly of another type
   * @return whether it is; not where it would have to be converted
   */
  protected abstract boolean isAsRead(Object element);

  @Override
  final Pages<E> pages() {
    return elementPages();
  }

  @Override
  final boolean hasEqual(Object element) {
    return isAsRead(element) && contains(element);
  }

  @Override
  public <R> Subscription<E> subscribe(
      Filter<? super E> filter, Function<? super E, R> select, Subscriber<R> subscriber) {
    return subscribe(ElementOptions.<E>all().withFilter(filter).withSelect(select), subscriber);
  }
}
