package io.vitrine.collections;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Elements that are made fit one by one, while somebody walks over them; those that fit nothing are
 * left out. For who may use the collection behind.
 *
 * @param <S> type of the elements behind
 * @param <E> type of the elements
 */
final class Fitted<S, E> extends AbstractCollection<E> {
  private final Collection<? extends S> elements;
  private final Function<? super S, ? extends @Nullable E> fit;

  Fitted(Collection<? extends S> elements, Function<? super S, ? extends @Nullable E> fit) {
    this.elements = elements;
    this.fit = fit;
  }

  @Override
  public Iterator<E> iterator() {
    Iterator<? extends S> all = elements.iterator();
    return new Iterator<>() {
      private @Nullable E next;

      @Override
      public boolean hasNext() {
        while (next == null && all.hasNext()) {
          next = fit.apply(all.next());
        }
        return next != null;
      }

      @Override
      public E next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        E found = Objects.requireNonNull(next);
        next = null;
        return found;
      }
    };
  }

  /** How many there are at most. */
  @Override
  public int size() {
    return elements.size();
  }
}
