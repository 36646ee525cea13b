package io.vitrine.collections;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes of events what a subscriber gets. Immutable.
 *
 * @param kinds kinds of events wanted
 * @param select makes the item of an entry, null for the events themselves
 * @param fromEvent makes the item of an event where nothing is selected
 */
record Items<K, V>(
    Set<EventKind> kinds,
    @Nullable Function<? super MapEntry<K, V>, ?> select,
    Function<MapEvent<K, V>, ?> fromEvent) {

  static <K, V> Items<K, V> of(SubscriptionOptions<K, V> options) {
    return new Items<>(options.events(), options.select(), Function.identity());
  }

  /** Whether items depend on what was before the change. */
  boolean needOldValues() {
    return select == null
        || !kinds.contains(EventKind.INSERTED)
        || !kinds.contains(EventKind.UPDATED);
  }

  /** Whether every change is told as it is. */
  boolean wantAll() {
    return select == null && kinds.containsAll(EventKind.CHANGES);
  }

  /** Whether there is something to tell that no state has. */
  static boolean tellsOwn(Set<EventKind> kinds) {
    return kinds.contains(EventKind.PUBLISHED) || kinds.contains(EventKind.ANNOTATED);
  }

  /** Whether something may be told of an event; does not call the user. */
  boolean wanted(MapEvent<K, V> event) {
    return switch (event) {
      case MapEvent.Existing<K, V> _ -> true;
      case MapEvent.Inserted<K, V> _ -> kinds.contains(EventKind.INSERTED);
      case MapEvent.Updated<K, V> _ -> kinds.contains(EventKind.UPDATED);
      case MapEvent.Removed<K, V> _ -> select == null && kinds.contains(EventKind.REMOVED);
    };
  }

  /** The item of an event that is wanted; null if the mapping has nothing to tell of it. */
  @Nullable Object item(MapEvent<K, V> event, @Nullable SharedEvents<K, V> shared) {
    if (select == null) {
      return shared == null ? fromEvent.apply(event) : shared.item(event, fromEvent);
    }
    V value = event.value();
    return value == null ? null : select.apply(new MapEntry<>(event.key(), value));
  }
}
