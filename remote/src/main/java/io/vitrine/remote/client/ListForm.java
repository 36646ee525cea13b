package io.vitrine.remote.client;

import io.vitrine.collections.ListEvent;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.TypeRegistry;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the events of a list travel. Immutable, safe for any number of threads.
 *
 * @param elements how its elements do
 * @param <E> type of the elements
 */
record ListForm<E>(Form<E> elements) implements EventForm<Long, E, E> {
  @Override
  public E seen(Long key, E value) {
    return value;
  }

  @Override
  public Object item(MapEvent<Long, E> event) {
    int index = Math.toIntExact(event.key());
    return switch (event) {
      case MapEvent.Existing<Long, E> e -> new ListEvent.Existing<>(index, e.value(), e.revision());
      case MapEvent.Inserted<Long, E> e ->
          new ListEvent.Inserted<>(index, e.value(), e.revision(), e.timeNanos(), e.commit());
      case MapEvent.Updated<Long, E> e ->
          new ListEvent.Updated<>(
              index, e.oldValue(), e.value(), e.revision(), e.timeNanos(), e.commit());
      case MapEvent.Removed<Long, E> e ->
          new ListEvent.Removed<>(index, e.oldValue(), e.revision(), e.timeNanos(), e.commit());
    };
  }

  /** An index is that of the element when the changes before have been made. */
  @Override
  public boolean isJoined() {
    return false;
  }

  @Override
  public TypeRegistry types() {
    return elements.types();
  }

  @Override
  public Long key(Map<?, ?> fields) {
    if (fields.get("index") instanceof Long index) {
      return index;
    }
    throw new RemoteException("Internal", "the server sent an event without its index");
  }

  @Override
  public @Nullable E value(Map<?, ?> fields, String field) {
    return elements.fromModel(fields.get(field));
  }
}
