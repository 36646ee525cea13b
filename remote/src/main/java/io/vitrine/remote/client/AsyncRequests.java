package io.vitrine.remote.client;

import io.vitrine.collections.Lanes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests about a set or a list that nobody waits for; many may be under way. Safe for any number
 * of threads.
 *
 * @param requests sends them
 * @param form how elements travel
 */
record AsyncRequests<E>(LaneRequests requests, Form<E> form) {
  AsyncRequests(Link link, String path, Form<E> form, Lanes lanes) {
    this(new LaneRequests(link, path, lanes), form);
  }

  <R extends @Nullable Object> CompletableFuture<R> call(Supplier<? extends R> body) {
    return requests.call(body);
  }

  static Boolean isTrue(@Nullable Object model) {
    return Boolean.TRUE.equals(model);
  }

  static Integer size(@Nullable Object model) {
    return (int) Math.min(Integer.MAX_VALUE, RemoteView.number(model));
  }

  static @Nullable Void nothing(@Nullable Object model) {
    return null;
  }

  E element(@Nullable Object model) {
    return form.require(model);
  }

  /** Asks for something that changes nothing. */
  <R extends @Nullable Object> CompletableFuture<R> read(
      String event,
      Function<@Nullable Object, R> reader,
      Supplier<? extends @Nullable Object> argument) {
    return requests.ask(event, argument, true, reader);
  }

  <R extends @Nullable Object> CompletableFuture<R> read(
      String event, Function<@Nullable Object, R> reader) {
    return read(event, reader, List::of);
  }

  /** Asks for a change. */
  <R extends @Nullable Object> CompletableFuture<R> write(
      String event,
      Function<@Nullable Object, R> reader,
      Supplier<? extends @Nullable Object> argument) {
    return requests.ask(event, argument, false, reader);
  }

  <R extends @Nullable Object> CompletableFuture<R> write(
      String event, Function<@Nullable Object, R> reader) {
    return write(event, reader, List::of);
  }

  /** A request about an element that may be of another type, and so may not be there at all. */
  <R> CompletableFuture<R> find(
      String event,
      boolean repeatable,
      Object element,
      R absent,
      Function<@Nullable Object, R> reader) {
    Object found;
    try {
      found = form.find(element);
    } catch (RuntimeException e) {
      return Lanes.failed(e);
    }
    return found == null
        ? Lanes.completed(absent)
        : requests.ask(event, () -> found, repeatable, reader);
  }

  /** Elements as they travel. */
  List<Object> models(Collection<? extends E> elements) {
    var models = new ArrayList<Object>(elements.size());
    for (E element : elements) {
      models.add(form.toModel(element));
    }
    return models;
  }

  /** Those of some elements that are looked for that can be there at all. */
  List<Object> found(Collection<?> elements) {
    var models = new ArrayList<Object>();
    for (Object element : elements) {
      Object model = element == null ? null : form.find(element);
      if (model != null) {
        models.add(model);
      }
    }
    return models;
  }

  CompletableFuture<Boolean> containsAll(Collection<?> elements) {
    List<Object> models;
    try {
      models = found(elements);
    } catch (RuntimeException e) {
      return Lanes.failed(e);
    }
    return models.size() < elements.size()
        ? Lanes.completed(false)
        : models.isEmpty()
            ? Lanes.completed(true)
            : read("containsAll", AsyncRequests::isTrue, () -> models);
  }

  /** Removes elements, or all others. */
  CompletableFuture<Boolean> change(String event, Collection<?> elements) {
    return write(event, AsyncRequests::isTrue, () -> found(elements));
  }

  /** Tells subscribers something; answers its revision. */
  CompletableFuture<Long> publish(Object event) {
    return write(
        "publish",
        RemoteView::number,
        () -> form.types().toModel(java.util.Objects.requireNonNull(event, "event")));
  }
}
