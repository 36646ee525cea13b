package io.vitrine.remote.client;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A view of a map on a server that is a set: what one request can do, one request does. Safe for
 * any number of threads.
 *
 * @param <E> type of the elements
 */
final class RemoteSetView<E> extends AbstractSet<E> {
  private final RemoteView view;
  private final Set<E> base;
  private final Function<@Nullable Object, @Nullable Object> find;
  private final Function<@Nullable Object, @Nullable Object> findEqual;
  private final Predicate<Predicate<? super E>> remover;
  private final boolean plain;

  /**
   * Creates a view.
   *
   * @param view asks for it
   * @param base walks over it
   * @param find the model of an element, null for one that cannot be there
   * @param findEqual the same, null also for one that no element equals as Java compares
   * @param remover removes what a filter finds
   * @param plain whether the hash codes of elements are the same at the server
   */
  RemoteSetView(
      RemoteView view,
      Set<E> base,
      Function<@Nullable Object, @Nullable Object> find,
      Function<@Nullable Object, @Nullable Object> findEqual,
      Predicate<Predicate<? super E>> remover,
      boolean plain) {
    this.view = view;
    this.base = base;
    this.find = find;
    this.findEqual = findEqual;
    this.remover = remover;
    this.plain = plain;
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return view.isEqual(this, o, findEqual);
  }

  @Override
  public int hashCode() {
    return plain ? view.hash() : base.hashCode();
  }

  @Override
  public Iterator<E> iterator() {
    return base.iterator();
  }

  @Override
  public Spliterator<E> spliterator() {
    return base.spliterator();
  }

  @Override
  public @Nullable Object[] toArray() {
    return RemoteView.copy(iterator()).toArray();
  }

  @Override
  public <T extends @Nullable Object> T[] toArray(T[] array) {
    return RemoteView.copy(iterator()).toArray(array);
  }

  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, view.size());
  }

  @Override
  public boolean isEmpty() {
    return view.isEmpty();
  }

  @Override
  public boolean contains(Object element) {
    return view.contains(find.apply(element));
  }

  @Override
  public boolean containsAll(Collection<?> elements) {
    return view.containsAll(elements, find);
  }

  @Override
  public boolean remove(Object element) {
    return view.remove(find.apply(element));
  }

  @Override
  public boolean removeAll(Collection<?> elements) {
    return view.change("removeAll", elements, find);
  }

  @Override
  public boolean retainAll(Collection<?> elements) {
    return view.change("retainAll", elements, find);
  }

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    return remover.test(Objects.requireNonNull(filter, "filter"));
  }

  @Override
  public void clear() {
    view.clear();
  }
}
