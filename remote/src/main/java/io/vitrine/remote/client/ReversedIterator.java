package io.vitrine.remote.client;

import java.util.ListIterator;

/**
 * Goes over a list from its end. For one thread.
 *
 * @param base goes over the list from its beginning
 * @param <E> type of the elements
 */
record ReversedIterator<E>(RemoteListIterator<E> base) implements ListIterator<E> {
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
    return (int) (base.size() - base.nextIndex());
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
    base.addBehind(element);
  }
}
