package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A list of a store in this process, seen from its end. Live, safe for any number of threads.
 *
 * <p>Every call is one change, as of the list itself: an index counts from the end of the list that
 * the call finds. The view that the JDK makes of any list asks for the size first, and another
 * thread may change it before the next call.
 *
 * @param <E> type of the elements
 */
final class LocalReversed<E> extends AbstractList<E> implements RandomAccess {
  private final LocalList<E> list;
  private final ListNodes nodes;
  private final Blocks<E> blocks;

  LocalReversed(LocalList<E> list, ListNodes nodes, Blocks<E> blocks) {
    this.list = list;
    this.nodes = nodes;
    this.blocks = blocks;
  }

  @Override
  public List<E> reversed() {
    return list;
  }

  @Override
  public int size() {
    return list.size();
  }

  @Override
  public boolean isEmpty() {
    return list.isEmpty();
  }

  /** Where the list, which has so many elements, has the one that is seen at an index. */
  private long place(int index, long count) {
    list.checkIndex(index, count);
    return count - 1 - index;
  }

  @Override
  public E get(int index) {
    return nodes.read(head -> list.get(head, place(index, head.count())));
  }

  @Override
  public E getFirst() {
    return list.getLast();
  }

  @Override
  public E getLast() {
    return list.getFirst();
  }

  @Override
  public E set(int index, E element) {
    Block block = blocks.of(list.type.fit(element));
    return nodes.change(edit -> blocks.get(edit.update(place(index, edit.count()), block), 0));
  }

  @Override
  public boolean add(E element) {
    list.addFirst(element);
    return true;
  }

  @Override
  public void add(int index, E element) {
    insert(index, blocks.of(list.type.fit(element)));
  }

  @Override
  public void addFirst(E element) {
    list.addLast(element);
  }

  @Override
  public void addLast(E element) {
    list.addFirst(element);
  }

  @Override
  public boolean addAll(Collection<? extends E> elements) {
    return list.addAll(0, turned(elements));
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> elements) {
    Block block = list.encoded(turned(elements));
    insert(index, block);
    return block.count() > 0;
  }

  private static <E> List<E> turned(Collection<? extends E> elements) {
    List<E> turned = new ArrayList<>(elements);
    Collections.reverse(turned);
    return turned;
  }

  private void insert(int index, Block block) {
    nodes.change(edit -> {
      list.checkGap(index, edit.count());
      list.insert(edit, edit.count() - index, block);
      return null;
    });
  }

  @Override
  public E remove(int index) {
    return nodes.change(edit -> {
      long place = place(index, edit.count());
      return blocks.get(edit.remove(place, place + 1), 0);
    });
  }

  @Override
  public E removeFirst() {
    return list.removeLast();
  }

  @Override
  public E removeLast() {
    return list.removeFirst();
  }

  @Override
  public void clear() {
    list.clear();
  }

  @Override
  public boolean contains(Object element) {
    return list.contains(element);
  }

  @Override
  public int indexOf(Object element) {
    return Search.forward(listIterator(), list.type.expected(element));
  }

  @Override
  public int lastIndexOf(Object element) {
    return Search.backward(new ReversedCursor<>(list.cursor(0)), list.type.expected(element));
  }

  @Override
  public boolean remove(Object element) {
    E wanted = list.type.expected(element);
    ListCursor<E> cursor = cursor(0);
    while (wanted != null && cursor.hasPrevious()) {
      if (Content.isEqual(wanted, cursor.previous())) {
        if (cursor.removeFound()) {
          return true;
        }
        cursor = cursor(0); // another has set or removed it: search again
      }
    }
    return false;
  }

  @Override
  public boolean removeAll(Collection<?> elements) {
    return list.removeAll(elements);
  }

  @Override
  public boolean retainAll(Collection<?> elements) {
    return list.retainAll(elements);
  }

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    return list.removeIf(filter);
  }

  @Override
  public void replaceAll(UnaryOperator<E> operator) {
    list.replaceAll(operator);
  }

  @Override
  public void sort(@Nullable Comparator<? super E> comparator) {
    list.sort(Collections.reverseOrder(comparator));
  }

  /** Stands before so many elements at the end of the list. */
  private ListCursor<E> cursor(int index) {
    ListHead head = nodes.head();
    list.checkGap(index, head.count());
    return new ListCursor<>(nodes, blocks, list.type, head, head.count() - index);
  }

  @Override
  public Iterator<E> iterator() {
    return listIterator(0);
  }

  @Override
  public ListIterator<E> listIterator(int index) {
    return new ReversedCursor<>(cursor(index));
  }

  @Override
  public Spliterator<E> spliterator() {
    return Spliterators.spliteratorUnknownSize(
        iterator(), Spliterator.ORDERED | Spliterator.CONCURRENT | Spliterator.NONNULL);
  }

  @Override
  public List<E> subList(int from, int to) {
    ListHead head = nodes.head();
    long end = head.count() - Objects.checkFromToIndex(from, to, head.count());
    return new ListRange<>(list, null, end - (to - from), to - from, head.structure()).reversed();
  }
}
