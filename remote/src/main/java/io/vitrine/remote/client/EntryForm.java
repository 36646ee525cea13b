package io.vitrine.remote.client;

import io.vitrine.collections.MapEntry;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.TypeRegistry;
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
record EntryForm<K, V>(Form<K> keys, Form<V> values) implements EventForm<K, V, MapEntry<K, V>> {
  @Override
  public MapEntry<K, V> seen(K key, V value) {
    return new MapEntry<>(key, value);
  }

  @Override
  public MapEvent<K, V> item(MapEvent<K, V> event) {
    return event;
  }

  @Override
  public TypeRegistry types() {
    return values.types();
  }

  @Override
  public K key(Map<?, ?> fields) {
    return keys.require(fields.get("key"));
  }

  @Override
  public @Nullable V value(Map<?, ?> fields, String field) {
    return values.fromModel(fields.get(field));
  }
}
