package io.vitrine.collections;

import io.vitrine.store.Tailer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one subscription has read of the log at a time: any other at the same place that wants all
 * changes of the collection reads just that, and may take it from here. For any thread.
 *
 * <p>Nothing else is told of the collection between the begin and the end: it is not dropped there.
 */
final class EventPage<K, V> {
  /** Pages of more bytes of keys and values are not kept. */
  static final long BYTES_MAX = 32 << 10;

  private final long begin;
  private final Tailer end;
  private final List<MapEvent<K, V>> events;
  private final long changes;
  private volatile @Nullable List<Object> items;

  /**
   * Creates a page.
   *
   * @param begin the place where it begins
   * @param end stands where it ends, and is not moved any more
   * @param events all changes between, none where all are of other collections
   * @param changes how many changes of the collection these are
   */
  EventPage(long begin, Tailer end, List<MapEvent<K, V>> events, long changes) {
    this.begin = begin;
    this.end = end;
    this.events = List.copyOf(events);
    this.changes = changes;
  }

  long begin() {
    return begin;
  }

  long end() {
    return end.revision();
  }

  /** A tailer that goes on where the page ends. */
  Tailer tailer() {
    return end.copy();
  }

  List<MapEvent<K, V>> events() {
    return events;
  }

  int size() {
    return events.size();
  }

  long changes() {
    return changes;
  }

  /** Revision of the last event, which there must be. */
  long lastRevision() {
    return events.getLast().revision();
  }

  /** What the events are for a subscriber of the collection: the same list for all. */
  List<Object> items(Function<MapEvent<K, V>, ?> made) {
    List<Object> known = items;
    if (known == null) {
      known = events.stream().<Object>map(made).toList();
      items = known;
    }
    return known;
  }
}
