package io.vitrine.remote.client;

import io.vitrine.collections.ListEvent;
import io.vitrine.collections.MapEvent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the events of a list travel. Immutable, safe for any number of threads.
 *
 * @param elements how its elements do
 * @param <E> type of the elements
 */
record ListForm<E>(Form<E> elements) implements EventForm<Integer, E, E> {
  @Override
  public E seen(Integer key, E value) {
    return value;
  }

  @Override
  public Object item(MapEvent<Integer, E> event) {
    int index = event.key();
    return switch (event) {
      case MapEvent.Existing<Integer, E> e ->
          new ListEvent.Existing<>(index, e.value(), e.revision());
      case MapEvent.Inserted<Integer, E> e ->
          new ListEvent.Inserted<>(index, e.value(), e.revision(), e.timeNanos());
      case MapEvent.Updated<Integer, E> e ->
          new ListEvent.Updated<>(index, e.oldValue(), e.value(), e.revision(), e.timeNanos());
      case MapEvent.Removed<Integer, E> e ->
          new ListEvent.Removed<>(index, e.oldValue(), e.revision(), e.timeNanos());
    };
  }

  @Override
  public Integer key(Map<?, ?> fields) {
    if (fields.get("index") instanceof Long index) {
      return Math.toIntExact(index);
    }
    throw new RemoteException("Internal", "the server sent an event without its index");
  }

  @Override
  public @Nullable E value(Map<?, ?> fields, String field) {
    return elements.fromModel(fields.get(field));
  }
}
