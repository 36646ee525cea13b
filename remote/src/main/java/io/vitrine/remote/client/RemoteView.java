package io.vitrine.remote.client;

import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A proxy of a view on a server: what one request can do, one request does. Immutable, safe for any
 * number of threads.
 *
 * @param link the connection
 * @param csp path of the view
 */
record RemoteView(Link link, String csp) {
  static long number(@Nullable Object answer) {
    return answer instanceof Long number ? number : 0;
  }

  /** Whether the hash code of values of the class is the same in every JVM. */
  static boolean isPlain(Class<?> type) {
    return type == String.class
        || type == Long.class
        || type == Integer.class
        || type == Double.class
        || type == Boolean.class;
  }

  long size() {
    return number(link.ask(csp, "size", List.of(), true));
  }

  boolean isEmpty() {
    return Boolean.TRUE.equals(link.ask(csp, "isEmpty", List.of(), true));
  }

  void clear() {
    link.ask(csp, "clear", List.of(), false);
  }

  boolean contains(@Nullable Object model) {
    return model != null && Boolean.TRUE.equals(link.ask(csp, "contains", model, true));
  }

  boolean remove(@Nullable Object model) {
    return model != null && Boolean.TRUE.equals(link.ask(csp, "remove", model, false));
  }

  boolean containsAll(Collection<?> elements, Function<@Nullable Object, @Nullable Object> find) {
    var models = new ArrayList<Object>();
    for (Object element : elements) {
      Object model = find.apply(element);
      if (model == null) {
        return false;
      }
      models.add(model);
    }
    return models.isEmpty() || Boolean.TRUE.equals(link.ask(csp, "containsAll", models, true));
  }

  /** Removes all of the elements, or all others. */
  boolean change(
      String event, Collection<?> elements, Function<@Nullable Object, @Nullable Object> find) {
    var models = new ArrayList<Object>();
    for (Object element : elements) {
      Object model = element == null ? null : find.apply(element);
      if (model != null) {
        models.add(model);
      }
    }
    return Boolean.TRUE.equals(link.ask(csp, event, models, false));
  }

  /**
   * A view that is a set.
   *
   * @param <E> type of the elements
   */
  static final class OfSet<E> extends AbstractSet<E> {
    private final RemoteView view;
    private final Set<E> base;
    private final Function<@Nullable Object, @Nullable Object> find;

    OfSet(RemoteView view, Set<E> base, Function<@Nullable Object, @Nullable Object> find) {
      this.view = view;
      this.base = base;
      this.find = find;
    }

    @Override
    public Iterator<E> iterator() {
      return base.iterator();
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
      return base.removeIf(filter);
    }

    @Override
    public void clear() {
      view.clear();
    }
  }

  /**
   * A view that is no set.
   *
   * @param <E> type of the elements
   */
  static final class OfCollection<E> extends AbstractCollection<E> {
    private final RemoteView view;
    private final Collection<E> base;
    private final Function<@Nullable Object, @Nullable Object> find;

    OfCollection(
        RemoteView view, Collection<E> base, Function<@Nullable Object, @Nullable Object> find) {
      this.view = view;
      this.base = base;
      this.find = find;
    }

    @Override
    public Iterator<E> iterator() {
      return base.iterator();
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
      return base.removeIf(filter);
    }

    @Override
    public void clear() {
      view.clear();
    }
  }
}
