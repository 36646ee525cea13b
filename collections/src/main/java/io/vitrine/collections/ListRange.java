package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Elements of a list side by side, live. For one thread. Once the list has become longer or shorter
 * by another way than this, every call is a {@link ConcurrentModificationException}.
 *
 * @param <E> type of the elements
 */
final class ListRange<E> extends AbstractList<E> implements ListAccess.Part<E> {
  private final LocalList<E> list;
  private final @Nullable ListRange<E> parent;
  private final long offset;
  private int size;
  private long structure;

  ListRange(
      LocalList<E> list, @Nullable ListRange<E> parent, long offset, int size, long structure) {
    this.list = list;
    this.parent = parent;
    this.offset = offset;
    this.size = size;
    this.structure = structure;
  }

  private void checkStructure() {
    if (list.structure() != structure) {
      throw new ConcurrentModificationException(
          list.path()
              + ": was made longer or shorter since the sublist was taken; take another one");
    }
  }

  private void checkIndex(int index, int count) {
    if (index < 0 || index >= count) {
      checkStructure(); // a sublist that is stale knows no indexes
      throw new IndexOutOfBoundsException(
          list.path() + ": index " + index + " is none of a sublist of " + size);
    }
  }

  private void resized(int by) {
    for (ListRange<E> range = this; range != null; range = range.parent) {
      range.size += by;
      range.structure++;
      range.modCount++;
    }
  }

  @Override
  public int length() {
    return size;
  }

  @Override
  public long structure() {
    return structure;
  }

  @Override
  public int size() {
    checkStructure();
    return size;
  }

  LocalList<E> list() {
    return list;
  }

  @Override
  public boolean equals(@Nullable Object o) {
    checkStructure(); // also where it is asked whether it equals itself
    return super.equals(o);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public E get(int index) {
    checkIndex(index, size);
    return list.get(offset + index, structure);
  }

  @Override
  public E set(int index, E element) {
    checkIndex(index, size);
    return list.set(offset + index, structure, element);
  }

  @Override
  public void add(int index, E element) {
    addAll(index, List.of(element));
  }

  @Override
  public boolean addAll(Collection<? extends E> elements) {
    return addAll(size, elements);
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> elements) {
    checkIndex(index, size + 1);
    Block block = list.encoded(elements);
    if (block.count() == 0) {
      checkStructure();
      return false;
    }
    list.insert(offset + index, structure, block);
    resized(block.count());
    return true;
  }

  @Override
  public E remove(int index) {
    checkIndex(index, size);
    E removed = list.remove(offset + index, structure);
    resized(-1);
    return removed;
  }

  @Override
  protected void removeRange(int from, int to) {
    if (from < to) {
      list.removeRange(offset + from, offset + to, structure);
      resized(from - to);
    }
  }

  @Override
  public boolean contains(Object element) {
    return indexOf(element) >= 0;
  }

  @Override
  public boolean containsAll(Collection<?> elements) {
    checkStructure(); // also where there is nothing to look for
    return super.containsAll(elements);
  }

  @Override
  public int indexOf(Object element) {
    return Search.forward(listIterator(), list.type.expected(element));
  }

  @Override
  public int lastIndexOf(Object element) {
    return Search.backward(listIterator(size()), list.type.expected(element));
  }

  @Override
  public boolean remove(Object element) {
    return remove(element, this::indexOf);
  }

  /** Removes the last element that equals one, as {@link #remove(Object)} does the first. */
  boolean removeLastOccurrence(Object element) {
    return remove(element, this::lastIndexOf);
  }

  /** Searches, and again where what was found has been set by another before it is removed. */
  private boolean remove(Object element, ToIntFunction<Object> search) {
    E wanted = list.type.expected(element);
    int index = search.applyAsInt(element);
    while (index >= 0) {
      long at = offset + index;
      Block seen = list.encoded(at, structure);
      if (Content.isEqual(wanted, list.blocks.get(seen, 0))
          && list.replace(at, structure, seen, Block.EMPTY)) {
        resized(-1);
        return true;
      }
      index = search.applyAsInt(element);
    }
    return false;
  }

  @Override
  public boolean removeAll(Collection<?> elements) {
    return removeIf(list.among(elements));
  }

  @Override
  public boolean retainAll(Collection<?> elements) {
    return removeIf(list.among(elements).negate());
  }

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    Objects.requireNonNull(filter, "filter");
    int removed = list.removeIf(offset, offset + size, structure, filter);
    if (removed > 0) {
      resized(-removed);
    }
    return removed > 0;
  }

  @Override
  public void replaceAll(UnaryOperator<E> operator) {
    Objects.requireNonNull(operator, "operator");
    list.replaceAll(offset, offset + size, structure, operator);
  }

  @Override
  public void sort(@Nullable Comparator<? super E> comparator) {
    list.sort(offset, offset + size, structure, comparator);
  }

  @Override
  public List<E> reversed() {
    return new ReversedRange<>(this);
  }

  @Override
  public List<E> subList(int from, int to) {
    checkStructure();
    checkIndex(from, size + 1);
    checkIndex(to, size + 1);
    if (from > to) {
      throw new IllegalArgumentException("a sublist from " + from + " to " + to);
    }
    return new ListRange<>(list, this, offset + from, to - from, structure);
  }
}
