package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Events waiting to be told, joined by key: first old value, last new value, how many. For one
 * thread.
 *
 * <p>There are two generations. The older one is being told and takes no more events, so that a key
 * that changes all the time is told now and then; a younger one collects. Each is in the order of
 * the last changes and all of the older one comes before the younger one, so revisions rise. At
 * most two events a key are held. How many bytes keys and values take together is counted.
 *
 * <p>Who resumes behind a bookmark may have an entry as it was before the bookmark: what was joined
 * with later changes had not been told. So an entry that came and went since is told as removed,
 * and an element of a set that went and came as inserted.
 */
final class Conflation<K, V> {
  /**
   * An event and how many bytes its key, its old and its new value have, 0 for one that it has not.
   */
  private record Waiting<K, V>(MapEvent<K, V> event, long key, long before, long after) {
    long bytes() {
      return key + before + after;
    }
  }

  private final ArrayDeque<Waiting<K, V>> older = new ArrayDeque<>();
  private final Map<Object, Waiting<K, V>> younger = new LinkedHashMap<>();
  private final boolean hasUpdates;
  private long bytes;

  /** Whether the subscriber knows each entry as it was before what is joined. */
  private boolean fromState = true;

  /**
   * Creates one in which nothing waits.
   *
   * @param hasUpdates whether entries have values that change
   */
  Conflation(boolean hasUpdates) {
    this.hasUpdates = hasUpdates;
  }

  /**
   * Adds an event that is newer than all before.
   *
   * @param event the event
   * @param keyBytes bytes of its key
   * @param before bytes of its old value, 0 where it tells none
   * @param after bytes of its new value, 0 where there is none
   */
  void add(MapEvent<K, V> event, long keyBytes, long before, long after) {
    Object key = Objects.requireNonNull(Content.of(event.key()));
    Waiting<K, V> first = younger.remove(key);
    if (first == null) {
      put(key, new Waiting<>(event, keyBytes, before, after));
      return;
    }
    bytes -= first.bytes();
    MapEvent<K, V> joined = join(first.event, event);
    if (joined != null) {
      put(key, new Waiting<>(joined, keyBytes, oldBytes(joined, first, before), after));
    }
  }

  /** Bytes of the old value of a joined event, which is that of the first or of the last one. */
  @SuppressWarnings("ReferenceEquality") // It is that very value.
  private static <K, V> long oldBytes(MapEvent<K, V> joined, Waiting<K, V> first, long last) {
    V old = joined.oldValue();
    return old == null ? 0 : old == first.event.oldValue() ? first.before : last;
  }

  private void put(Object key, Waiting<K, V> waiting) {
    younger.put(key, waiting);
    bytes += waiting.bytes();
  }

  /** What two events make together; null where there is nothing to tell. */
  private @Nullable MapEvent<K, V> join(MapEvent<K, V> first, MapEvent<K, V> last) {
    V before = first.oldValue();
    V after = last.value();
    if (!fromState && before == null && after == null) {
      before = last.oldValue();
    } else if (!fromState && !hasUpdates && after != null) {
      before = null;
    }
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

  /** How many bytes they hold, about. */
  long bytes() {
    return bytes;
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
    return older.element().event;
  }

  /** Drops the event that {@link #peek} showed. */
  void remove() {
    bytes -= older.remove().bytes();
  }

  /**
   * Forgets all that waits.
   *
   * @param state whether the subscriber knows the state of all entries before what follows
   */
  void clear(boolean state) {
    older.clear();
    younger.clear();
    bytes = 0;
    fromState = state;
  }
}
