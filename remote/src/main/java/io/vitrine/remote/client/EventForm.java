package io.vitrine.remote.client;

import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.MapEvent;
import io.vitrine.remote.wire.Routing;
import io.vitrine.store.TypedValue;
import java.util.Map;
import java.util.Objects;
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
    long commit = fields.get("commit") instanceof Long number ? number : revision;
    int changes = fields.get("changes") instanceof Long number ? Math.toIntExact(number) : 1;
    K key = keys.require(fields.get("key"));
    return switch (typed.name()) {
      case "Existing" ->
          new MapEvent.Existing<>(key, values.require(fields.get("value")), revision);
      case "Inserted" ->
          new MapEvent.Inserted<>(
              key, values.require(fields.get("value")), revision, time, commit, changes);
      case "Updated" ->
          new MapEvent.Updated<>(
              key,
              values.fromModel(fields.get("oldValue")),
              values.require(fields.get("value")),
              revision,
              time,
              commit,
              changes);
      case "Removed" ->
          new MapEvent.Removed<>(
              key, values.fromModel(fields.get("oldValue")), revision, time, commit, changes);
      default -> throw new RemoteException("Internal", "the server sent an event !" + typed.name());
    };
  }

  /** What an answer tells of the collection as a whole, null if it is another answer. */
  @Nullable CollectionEvent own(String name, @Nullable Object model, Routing routing) {
    long revision = routing.rev() == null ? 0 : routing.rev();
    long time = routing.time() == null ? 0 : routing.time();
    return switch (name) {
      case "published" -> {
        Object event = Objects.requireNonNull(known(model), "published");
        yield new CollectionEvent.Published(event, revision, time);
      }
      case "annotated" ->
          model instanceof Map<?, ?> fields
              ? new CollectionEvent.Annotated(
                  String.valueOf(fields.get("name")),
                  known(fields.get("oldValue")),
                  known(fields.get("value")),
                  revision,
                  time)
              : null;
      default -> null;
    };
  }

  private @Nullable Object known(@Nullable Object model) {
    return new Form<>(Object.class, values.types()).fromModel(model);
  }
}
