package io.vitrine.collections;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the elements of a collection, many at a time. For one thread.
 *
 * @param <E> type of the elements
 */
@FunctionalInterface
public interface Pages<E> {
  /**
   * Fetches the next elements.
   *
   * @return the elements, none for a page that came out empty, or null at the end
   */
  @Nullable List<E> next();
}
