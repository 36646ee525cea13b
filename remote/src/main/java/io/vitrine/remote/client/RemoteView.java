package io.vitrine.remote.client;

import io.vitrine.collections.Filter;
import io.vitrine.collections.Pages;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.ModelRoom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
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
  /** A batch of more bytes is sent in parts, so that none is larger than a frame may be. */
  static final long BATCH_BYTES = 1 << 20;

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

  /** The hash code, of elements whose own ones are the same in every JVM. */
  int hash() {
    return (int) number(link.ask(csp, "hashCode", List.of(), true));
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

  /** Removes what a filter finds, at the server if it can travel. */
  boolean removeIf(TypeRegistry types, Predicate<?> filter, BooleanSupplier here) {
    Object model = filter instanceof Filter<?> ? Travel.model(types, filter) : null;
    return model == null
        ? here.getAsBoolean()
        : Boolean.TRUE.equals(link.ask(csp, "removeIf", model, false));
  }

  /** Removes what a filter finds, in few requests; each element goes if it is still there. */
  <S> boolean removeFound(
      Pages<S> pages, Predicate<? super S> filter, Function<? super S, Object> model) {
    var batch = new ArrayList<Object>();
    long room = 0;
    boolean changed = false;
    for (List<S> page = pages.next(); page != null; page = pages.next()) {
      for (S element : page) {
        if (filter.test(element)) {
          Object found = model.apply(element);
          batch.add(found);
          room += ModelRoom.of(found);
        }
      }
      if (room > BATCH_BYTES) {
        changed |= Boolean.TRUE.equals(link.ask(csp, "removeAll", batch, false));
        batch = new ArrayList<>();
        room = 0;
      }
    }
    return batch.isEmpty()
        ? changed
        : Boolean.TRUE.equals(link.ask(csp, "removeAll", batch, false)) || changed;
  }

  /**
   * Compares with another set; both may be far away.
   *
   * @param find the model of an element that equal ones are looked for of, null where none is equal
   */
  @SuppressWarnings("ReferenceEquality") // to be the same needs no request
  boolean isEqual(
      Set<?> self, @Nullable Object o, Function<@Nullable Object, @Nullable Object> find) {
    if (o == self) {
      return true;
    }
    if (!(o instanceof Set<?> other)) {
      return false;
    }
    var models = new ArrayList<Object>();
    var copy = new HashSet<@Nullable Object>(Arrays.asList(other.toArray()));
    for (Object element : copy) {
      Object model = element == null ? null : find.apply(element);
      if (model == null) {
        return false;
      }
      models.add(model);
    }
    return ModelRoom.of(models) > BATCH_BYTES
        ? copy.equals(new HashSet<>(Arrays.asList(self.toArray())))
        : Boolean.TRUE.equals(link.ask(csp, "equals", models, true));
  }

  /** All elements, by pages. */
  static <E> List<E> copy(Iterator<E> elements) {
    var copy = new ArrayList<E>();
    elements.forEachRemaining(copy::add);
    return copy;
  }
}
