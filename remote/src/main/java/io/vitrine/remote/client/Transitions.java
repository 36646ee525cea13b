package io.vitrine.remote.client;

import io.vitrine.collections.Filter;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.SubscriptionOptions.EventKind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How changes look through a filter that runs here. Stateless. */
final class Transitions {
  private Transitions() {}

  /** The change as the filter shows it, null where it shows nothing. */
  static <K, V, E> @Nullable MapEvent<K, V> through(
      EventForm<K, V, E> form, Filter<? super E> filter, MapEvent<K, V> event) {
    K key = event.key();
    boolean was = passes(form, filter, key, event.oldValue());
    boolean is = passes(form, filter, key, event.value());
    return switch (event) {
      case MapEvent.Existing<K, V> e -> is ? e : null;
      case MapEvent.Inserted<K, V> e -> is ? e : null;
      case MapEvent.Removed<K, V> e -> was || e.oldValue() == null ? e : null;
      case MapEvent.Updated<K, V> e -> {
        // Of an old value that was not told nobody knows whether it passed: taken as if it had.
        if (is && (was || e.oldValue() == null)) {
          yield e;
        }
        if (is) {
          yield new MapEvent.Inserted<>(
              key, e.value(), e.revision(), e.timeNanos(), e.commit(), e.changes());
        }
        yield was || e.oldValue() == null
            ? new MapEvent.Removed<>(
                key, e.oldValue(), e.revision(), e.timeNanos(), e.commit(), e.changes())
            : null;
      }
    };
  }

  private static <K, V, E> boolean passes(
      EventForm<K, V, E> form, Filter<? super E> filter, K key, @Nullable V value) {
    return value != null && filter.test(form.seen(key, value));
  }

  /** What the change from one filter to another makes of an entry, null for nothing. */
  static <K, V, E> @Nullable MapEvent<K, V> between(
      EventForm<K, V, E> form,
      Filter<? super E> before,
      Filter<? super E> after,
      MapEvent<K, V> existing) {
    V value = existing.value();
    if (value == null) {
      return null;
    }
    E seen = form.seen(existing.key(), value);
    boolean was = before.test(seen);
    if (was == after.test(seen)) {
      return null;
    }
    long revision = existing.revision();
    return was
        ? new MapEvent.Removed<>(existing.key(), value, revision, 0)
        : new MapEvent.Inserted<>(existing.key(), value, revision, 0);
  }

  static boolean isWanted(MapEvent<?, ?> event, Set<EventKind> kinds) {
    return switch (event) {
      case MapEvent.Existing<?, ?> _ -> true;
      case MapEvent.Inserted<?, ?> _ -> kinds.contains(EventKind.INSERTED);
      case MapEvent.Updated<?, ?> _ -> kinds.contains(EventKind.UPDATED);
      case MapEvent.Removed<?, ?> _ -> kinds.contains(EventKind.REMOVED);
    };
  }
}
