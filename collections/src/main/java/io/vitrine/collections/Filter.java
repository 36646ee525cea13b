package io.vitrine.collections;

import java.util.function.Predicate;

/**
 * Says which elements a subscriber wants to see. A pure function, called from any thread. One that
 * is a registered record (see {@link Filters}) travels to a server; any other is applied where it
 * is. As a predicate it does for {@code removeIf}, too.
 *
 * @param <E> type of the elements; for a map its entries
 */
@FunctionalInterface
public interface Filter<E> extends Predicate<E> {
  /**
   * Looks at one element.
   *
   * @param element the element
   * @return whether it is wanted
   */
  @Override
  boolean test(E element);
}
