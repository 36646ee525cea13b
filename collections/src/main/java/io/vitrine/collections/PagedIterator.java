package io.vitrine.collections;

import io.vitrine.store.Turn;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over pages. For one thread.
 *
 * @param <S> what the pages hold
 * @param <E> what the iterator gives
 */
final class PagedIterator<S, E> implements Iterator<E> {
  private final Pages<S> pages;
  private final Function<? super S, ? extends E> element;
  private final Consumer<? super S> remover;
  private List<S> page = List.of();
  private int index;
  private @Nullable S last;
  private boolean ended;
  private Turn turn = Turn.current();

  /**
   * Creates an iterator.
   *
   * @param pages what to walk over
   * @param element makes what the iterator gives
   * @param remover removes from the collection
   */
  PagedIterator(
      Pages<S> pages, Function<? super S, ? extends E> element, Consumer<? super S> remover) {
    this.pages = pages;
    this.element = element;
    this.remover = remover;
  }

  @Override
  public boolean hasNext() {
    while (index == page.size() && !ended) {
      turn = Turn.current(); // another thread may go on
      long began = System.nanoTime();
      List<S> next = pages.next();
      turn.worked(System.nanoTime() - began); // a page may hold large values
      ended = next == null;
      page = next == null ? List.of() : next;
      index = 0;
    }
    return index < page.size();
  }

  @Override
  public E next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    turn.step();
    S source = page.get(index++);
    last = source;
    return element.apply(source);
  }

  @Override
  public void remove() {
    S source = last;
    if (source == null) {
      throw new IllegalStateException("next was not called since the last remove");
    }
    last = null;
    remover.accept(source);
  }
}
