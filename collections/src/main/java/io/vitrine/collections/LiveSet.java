package io.vitrine.collections;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What live sets have in common: they are walked over page by page, weakly consistent, while others
 * change them. Safe for any number of threads.
 *
 * @param <E> type of the elements
 */
abstract class LiveSet<E> extends AbstractSet<E> {
  /** Begins a walk over the elements, weakly consistent. */
  abstract Pages<E> pages();

  @Override
  public abstract boolean contains(Object element);

  @Override
  public abstract boolean remove(Object element);

  @Override
  public Iterator<E> iterator() {
    return new PagedIterator<>(pages(), element -> element, this::remove);
  }

  /**
   * Whether an element is there that equals another one as Java compares them. What is only looked
   * for may be converted, and arrays are found by their content.
   */
  abstract boolean hasEqual(Object element);

  @Override
  public boolean equals(@Nullable Object o) {
    if (o == this) {
      return true;
    }
    if (!(o instanceof Set<?> other) || other.size() != size()) {
      return false;
    }
    for (Object element : other) {
      if (element == null || !hasEqual(element)) {
        return false;
      }
    }
    return true;
  }

  /**
   * What an element that is looked for would be here.
   *
   * @return the element, which may be converted, or null where it is none
   */
  @Nullable Object expected(Object element) {
    return element;
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public boolean removeAll(Collection<?> elements) {
    boolean changed = false;
    for (Object element : elements) {
      changed |= remove(element);
    }
    return changed;
  }

  @Override
  public boolean retainAll(Collection<?> elements) {
    return removeIf(new Among(elements, this::expected).negate());
  }

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    Objects.requireNonNull(filter, "filter");
    boolean changed = false;
    for (E element : this) {
      changed |= filter.test(element) && remove(element);
    }
    return changed;
  }

  @Override
  public Spliterator<E> spliterator() {
    return Spliterators.spliteratorUnknownSize(
        iterator(), Spliterator.CONCURRENT | Spliterator.DISTINCT | Spliterator.NONNULL);
  }
}
