package io.vitrine.collections;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Elements of a list side by side, seen from the last one on. Live, for one thread, and stale when
 * the sublist is.
 *
 * <p>The view that the JDK makes of any list looks for arrays by identity, makes one change for
 * each element that it removes, and answers what it knows without a look at the sublist, so that it
 * would not say that this is stale.
 *
 * @param <E> type of the elements
 */
final class ReversedRange<E> extends AbstractList<E> {
  private final ListRange<E> range;

  ReversedRange(ListRange<E> range) {
    this.range = range;
  }

  @Override
  public List<E> reversed() {
    return range;
  }

  @Override
  public int size() {
    return range.size();
  }

  /** Which element of the sublist is the one at an index here. */
  private int place(int index) {
    int size = range.size();
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("index " + index + " is none of a sublist of " + size);
    }
    return size - 1 - index;
  }

  /** Where the gap before the element at an index lies in the sublist. */
  private int gap(int index) {
    return range.size() - index;
  }

  @Override
  public boolean equals(@Nullable Object o) {
    int _ = range.size(); // which is refused where the sublist is stale
    return super.equals(o);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public E get(int index) {
    return range.get(place(index));
  }

  @Override
  public E set(int index, E element) {
    return range.set(place(index), element);
  }

  @Override
  public boolean add(E element) {
    range.add(0, element);
    return true;
  }

  @Override
  public void add(int index, E element) {
    range.add(gap(index), element);
  }

  @Override
  public boolean addAll(Collection<? extends E> elements) {
    return addAll(range.size(), elements);
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> elements) {
    var turned = new ArrayList<E>(elements);
    Collections.reverse(turned);
    return range.addAll(gap(index), turned);
  }

  @Override
  public E remove(int index) {
    return range.remove(place(index));
  }

  @Override
  public void clear() {
    range.clear();
  }

  @Override
  public boolean contains(Object element) {
    return range.contains(element);
  }

  @Override
  public boolean containsAll(Collection<?> elements) {
    return range.containsAll(elements);
  }

  @Override
  public int indexOf(Object element) {
    return turned(range.lastIndexOf(element));
  }

  @Override
  public int lastIndexOf(Object element) {
    return turned(range.indexOf(element));
  }

  private int turned(int found) {
    return found < 0 ? -1 : place(found);
  }

  @Override
  public boolean remove(Object element) {
    return range.removeLastOccurrence(element);
  }

  @Override
  public boolean removeAll(Collection<?> elements) {
    return range.removeAll(elements);
  }

  @Override
  public boolean retainAll(Collection<?> elements) {
    return range.retainAll(elements);
  }

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    return range.removeIf(filter);
  }

  @Override
  public void replaceAll(UnaryOperator<E> operator) {
    range.replaceAll(operator);
  }

  @Override
  public void sort(@Nullable Comparator<? super E> comparator) {
    range.sort(Collections.reverseOrder(comparator));
  }

  @Override
  public Iterator<E> iterator() {
    return listIterator(0);
  }

  @Override
  public ListIterator<E> listIterator(int index) {
    return new Turned<>(range, range.listIterator(gap(index)));
  }

  @Override
  public List<E> subList(int from, int to) {
    int size = range.size();
    return range.subList(size - to, size - from).reversed();
  }

  /** Goes the other way than an iterator of the sublist. For one thread. */
  private static final class Turned<E> implements ListIterator<E> {
    private final ListRange<E> range;
    private final ListIterator<E> base;

    /** Whether the last call added an element, which is none that was gone to. */
    private boolean isAdded;

    Turned(ListRange<E> range, ListIterator<E> base) {
      this.range = range;
      this.base = base;
    }

    @Override
    public boolean hasNext() {
      return base.hasPrevious();
    }

    @Override
    public E next() {
      E next = base.previous();
      isAdded = false;
      return next;
    }

    @Override
    public boolean hasPrevious() {
      return base.hasNext();
    }

    @Override
    public E previous() {
      E previous = base.next();
      isAdded = false;
      return previous;
    }

    @Override
    public int nextIndex() {
      return range.length() - base.nextIndex();
    }

    @Override
    public int previousIndex() {
      return nextIndex() - 1;
    }

    @Override
    public void remove() {
      checkGoneTo();
      base.remove();
    }

    @Override
    public void set(E element) {
      checkGoneTo();
      base.set(element);
    }

    @Override
    public void add(E element) {
      base.add(element);
      E _ = base.previous(); // else it would come next
      isAdded = true;
    }

    private void checkGoneTo() {
      if (isAdded) {
        throw new IllegalStateException(
            range.list().path()
                + ": nothing was gone to since an element was added; call next or previous first");
      }
    }
  }
}
