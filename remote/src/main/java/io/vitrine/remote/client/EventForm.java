package io.vitrine.remote.client;

import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.Routing;
import io.vitrine.store.TypedValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the events of a collection travel: those of a set are kept as those of a map without values,
 * those of a list as those of a map by index. Immutable, safe for any number of threads.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 * @param <E> what filters and mappings see
 */
interface EventForm<K, V, E> {
  /** What filters and mappings see of an entry. */
  E seen(K key, V value);

  /** What the subscriber gets where nothing is mapped; null for nothing. */
  @Nullable Object item(MapEvent<K, V> event);

  /** Whether changes of one key can be joined to one. */
  default boolean isJoined() {
    return true;
  }

  /** What is registered. */
  TypeRegistry types();

  /** The key of an event. */
  K key(Map<?, ?> fields);

  /** A value of an event, null where there is none. */
  @Nullable V value(Map<?, ?> fields, String field);

  /** The event of an answer without mapping; an old value may have been too large to be told. */
  default MapEvent<K, V> read(@Nullable Object model, Routing routing) {
    if (!(model instanceof TypedValue typed) || !(typed.content() instanceof Map<?, ?> fields)) {
      throw new RemoteException("Internal", "the server sent no event but " + model);
    }
    long revision = routing.rev() == null ? 0 : routing.rev();
    long time = routing.time() == null ? 0 : routing.time();
    long commit = fields.get("commit") instanceof Long number ? number : revision;
    int changes = fields.get("changes") instanceof Long number ? Math.toIntExact(number) : 1;
    K key = key(fields);
    @Nullable V old = value(fields, "oldValue");
    return switch (typed.name()) {
      case "Existing" -> new MapEvent.Existing<>(key, present(fields), revision);
      case "Inserted" ->
          new MapEvent.Inserted<>(key, present(fields), revision, time, commit, changes);
      case "Updated" ->
          new MapEvent.Updated<>(key, old, present(fields), revision, time, commit, changes);
      case "Removed" -> new MapEvent.Removed<>(key, old, revision, time, commit, changes);
      default -> throw new RemoteException("Internal", "the server sent an event !" + typed.name());
    };
  }

  private V present(Map<?, ?> fields) {
    @Nullable V value = value(fields, "value");
    if (value == null) {
      throw new RemoteException("Internal", "the server sent an event without its value");
    }
    return value;
  }

  /** What an answer tells of the collection as a whole, null if it is another answer. */
  default @Nullable CollectionEvent own(String name, @Nullable Object model, Routing routing) {
    long revision = routing.rev() == null ? 0 : routing.rev();
    long time = routing.time() == null ? 0 : routing.time();
    var any = new Form<>(Object.class, types());
    return switch (name) {
      case "published" -> new CollectionEvent.Published(any.require(model), revision, time);
      case "annotated" ->
          model instanceof Map<?, ?> fields
              ? new CollectionEvent.Annotated(
                  String.valueOf(fields.get("name")),
                  any.fromModel(fields.get("oldValue")),
                  any.fromModel(fields.get("value")),
                  revision,
                  time)
              : null;
      default -> null;
    };
  }
}
