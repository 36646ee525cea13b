package io.vitrine.collections;

import java.util.ListIterator;

/**
 * Iterates over a list from its end while others change it. For one thread.
 *
 * @param base stands at the same place of the list
 * @param <E> type of the elements
 */
record ReversedCursor<E>(ListCursor<E> base) implements ListIterator<E> {
  @Override
  public boolean hasNext() {
    return base.hasPrevious();
  }

  @Override
  public E next() {
    return base.previous();
  }

  @Override
  public boolean hasPrevious() {
    return base.hasNext();
  }

  @Override
  public E previous() {
    return base.next();
  }

  @Override
  public int nextIndex() {
    return (int) base.left();
  }

  @Override
  public int previousIndex() {
    return nextIndex() - 1;
  }

  @Override
  public void remove() {
    base.remove();
  }

  @Override
  public void set(E element) {
    base.set(element);
  }

  @Override
  public void add(E element) {
    base.insertBehind(element);
  }
}
