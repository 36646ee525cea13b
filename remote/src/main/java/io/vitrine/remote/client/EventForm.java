package io.vitrine.remote.client;

import io.vitrine.collections.MapEvent;
import io.vitrine.remote.wire.Routing;
import io.vitrine.store.TypedValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the events of a map travel. Immutable, safe for any number of threads.
 *
 * @param keys how its keys do
 * @param values how its values do
 * @param <K> type of the keys
 * @param <V> type of the values
 */
record EventForm<K, V>(Form<K> keys, Form<V> values) {
  /** The event of an answer without mapping; an old value may have been too large to be told. */
  MapEvent<K, V> read(@Nullable Object model, Routing routing) {
    if (!(model instanceof TypedValue typed) || !(typed.content() instanceof Map<?, ?> fields)) {
      throw new RemoteException("Internal", "the server sent no event but " + model);
    }
    long revision = routing.rev() == null ? 0 : routing.rev();
    long time = routing.time() == null ? 0 : routing.time();
    K key = keys.require(fields.get("key"));
    return switch (typed.name()) {
      case "Existing" ->
          new MapEvent.Existing<>(key, values.require(fields.get("value")), revision);
      case "Inserted" ->
          new MapEvent.Inserted<>(key, values.require(fields.get("value")), revision, time);
      case "Updated" ->
          new MapEvent.Updated<>(
              key,
              values.fromModel(fields.get("oldValue")),
              values.require(fields.get("value")),
              revision,
              time);
      case "Removed" ->
          new MapEvent.Removed<>(key, values.fromModel(fields.get("oldValue")), revision, time);
      default -> throw new RemoteException("Internal", "the server sent an event !" + typed.name());
    };
  }
}
