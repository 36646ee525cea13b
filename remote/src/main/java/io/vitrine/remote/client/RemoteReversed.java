package io.vitrine.remote.client;

import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A list on a server, or a sublist of one, seen from its end. Live; for as many threads as what it
 * is a view of.
 *
 * @param <E> type of the elements
 */
final class RemoteReversed<E> extends RemoteListView<E> {
  private final RemoteListView<E> base;

  RemoteReversed(RemoteListView<E> base) {
    super(base.form());
    this.base = base;
  }

  @Override
  @Nullable Object ask(String event, @Nullable Object argument, boolean repeatable) {
    return switch (base) {
      case RemoteList<E> list -> list.askView("reversed", event, argument, repeatable);
      case RemoteRange<E> range -> range.ask("&reversed=true", event, argument, repeatable);
      default -> throw new IllegalStateException("a view of " + base.getClass());
    };
  }

  @Override
  boolean findsPlaces() {
    return false;
  }

  @Override
  void checkFresh() {
    base.checkFresh();
  }

  @Override
  int pageElements() {
    return base.pageElements();
  }

  @Override
  RemoteListIterator<E> endIterator() {
    throw new IllegalStateException("the end of the reversed list is the beginning of the list");
  }

  @Override
  public Iterator<E> iterator() {
    return new ReversedIterator<>(base.endIterator());
  }

  @Override
  public ListIterator<E> listIterator(int index) {
    if (index < 0) {
      throw new IndexOutOfBoundsException("index is " + index + ", expected 0 or more");
    }
    RemoteListIterator<E> from = base.endIterator();
    from.back(index);
    return new ReversedIterator<>(from);
  }

  @Override
  public List<E> subList(int from, int to) {
    if (base instanceof RemoteRange<E> range) {
      int length = range.length();
      Objects.checkFromToIndex(from, to, length);
      return range.subList(length - to, length - from).reversed();
    }
    return ((RemoteList<E>) base).subList(from, to, true).reversed();
  }

  @Override
  public List<E> reversed() {
    return base;
  }

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    return base.removeIf(filter);
  }

  @Override
  public void replaceAll(UnaryOperator<E> operator) {
    base.replaceAll(operator);
  }

  @Override
  public void sort(@Nullable Comparator<? super E> comparator) {
    base.sort(Collections.reverseOrder(comparator));
  }

  @Override
  boolean removeHere(Predicate<? super E> filter) {
    return base.removeHere(filter);
  }

  @Override
  void replaceHere(UnaryOperator<E> operator) {
    base.replaceHere(operator);
  }

  @Override
  void sortHere(@Nullable Comparator<? super E> comparator) {
    base.sortHere(Collections.reverseOrder(comparator));
  }
}
