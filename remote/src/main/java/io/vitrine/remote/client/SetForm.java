package io.vitrine.remote.client;

import io.vitrine.collections.MapEvent;
import io.vitrine.collections.SetEvent;
import io.vitrine.collections.TypeRegistry;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the events of a set travel. Immutable, safe for any number of threads.
 *
 * @param elements how its elements do
 * @param <E> type of the elements
 */
record SetForm<E>(Form<E> elements) implements EventForm<E, Boolean, E> {
  @Override
  public E seen(E key, Boolean value) {
    return key;
  }

  @Override
  public @Nullable Object item(MapEvent<E, Boolean> event) {
    return switch (event) {
      case MapEvent.Existing<E, Boolean> e -> new SetEvent.Existing<>(e.key(), e.revision());
      case MapEvent.Inserted<E, Boolean> e ->
          new SetEvent.Inserted<>(e.key(), e.revision(), e.timeNanos(), e.commit(), e.changes());
      case MapEvent.Removed<E, Boolean> e ->
          new SetEvent.Removed<>(e.key(), e.revision(), e.timeNanos(), e.commit(), e.changes());
      case MapEvent.Updated<E, Boolean> _ -> null;
    };
  }

  @Override
  public TypeRegistry types() {
    return elements.types();
  }

  @Override
  public E key(Map<?, ?> fields) {
    return elements.require(fields.get("value"));
  }

  @Override
  public Boolean value(Map<?, ?> fields, String field) {
    return Boolean.TRUE;
  }
}
