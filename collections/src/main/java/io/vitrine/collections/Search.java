package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.ListIterator;
import org.jspecify.annotations.Nullable;

/** Looks for an element of a list by its content. Stateless; any thread. */
final class Search {
  private Search() {}

  /**
   * Goes forward until an element is met.
   *
   * @param each stands before the elements to look at
   * @param wanted null for what no list of this type has
   * @return its index by the iterator, -1 for none
   */
  static <E> int forward(ListIterator<E> each, @Nullable E wanted) {
    while (wanted != null && each.hasNext()) {
      if (Content.isEqual(wanted, each.next())) {
        return each.previousIndex();
      }
    }
    return -1;
  }

  /** Goes backward likewise, from behind the elements to look at. */
  static <E> int backward(ListIterator<E> each, @Nullable E wanted) {
    while (wanted != null && each.hasPrevious()) {
      if (Content.isEqual(wanted, each.previous())) {
        return each.nextIndex();
      }
    }
    return -1;
  }
}
