package io.vitrine.collections;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events waiting to be told, joined by key: first old value, last new value, how many. For one
 * thread.
 *
 * <p>There are two generations. The older one is being told and takes no more events, so that a key
 * that changes all the time is told now and then; a younger one collects. Each is in the order of
 * the last changes and all of the older one comes before the younger one, so revisions rise. At
 * most two events a key are held.
 */
final class Conflation<K, V> {
  private final ArrayDeque<MapEvent<K, V>> older = new ArrayDeque<>();
  private final Map<Object, MapEvent<K, V>> younger = new LinkedHashMap<>();

  /** Adds an event that is newer than all before. */
  void add(MapEvent<K, V> event) {
    Object key = event.key() instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : event.key();
    MapEvent<K, V> before = younger.remove(key);
    MapEvent<K, V> joined = before == null ? event : join(before, event);
    if (joined != null) {
      younger.put(key, joined);
    }
  }

  /** What two events make together; null where an entry came and went. */
  private @Nullable MapEvent<K, V> join(MapEvent<K, V> first, MapEvent<K, V> last) {
    V before = first.oldValue();
    V after = last.value();
    K key = last.key();
    long at = last.revision();
    long time = last.timeNanos();
    int changes = first.changes() + last.changes();
    if (after != null) {
      return before == null
          ? new MapEvent.Inserted<>(key, after, at, time, last.commit(), changes)
          : new MapEvent.Updated<>(key, before, after, at, time, last.commit(), changes);
    }
    return before == null
        ? null
        : new MapEvent.Removed<>(key, before, at, time, last.commit(), changes);
  }

  /** How many events wait. */
  int size() {
    return older.size() + younger.size();
  }

  boolean isEmpty() {
    return older.isEmpty() && younger.isEmpty();
  }

  /** The event to be told next, which takes no more; there must be one. */
  MapEvent<K, V> peek() {
    if (older.isEmpty()) {
      older.addAll(younger.values());
      younger.clear();
    }
    return older.element();
  }

  /** Drops the event that {@link #peek} showed. */
  void remove() {
    older.remove();
  }

  void clear() {
    older.clear();
    younger.clear();
  }
}
