package io.vitrine.remote.client;

import io.vitrine.collections.MapEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a filter runs here, nobody but it knows which change is the last one of a commit that
 * passes. So one that others follow is held back until the next one passes, or the commit ends. For
 * one thread.
 *
 * <p>Changes that were joined by key come apart from what they were committed with, and nothing
 * need follow: none of them is held back.
 */
final class CommitTail<K, V> {
  private final boolean joined;
  private @Nullable MapEvent<K, V> held;

  /**
   * Creates one that holds nothing.
   *
   * @param joined whether changes come joined by key
   */
  CommitTail(boolean joined) {
    this.joined = joined;
  }

  /** Whether something is held back, behind which a bookmark must stay. */
  boolean isHolding() {
    return held != null;
  }

  /** Forgets what is held back. */
  void clear() {
    held = null;
  }

  /**
   * Takes a change.
   *
   * @param raw what came
   * @param seen what passes of it, null for nothing
   * @return what is to be told now
   */
  List<MapEvent<K, V>> take(MapEvent<K, V> raw, @Nullable MapEvent<K, V> seen) {
    var told = new ArrayList<MapEvent<K, V>>(2);
    MapEvent<K, V> before = held;
    boolean ends = joined || raw.revision() == raw.commit();
    if (before != null && (seen != null || ends)) {
      told.add(seen == null && before.commit() == raw.commit() ? ending(before) : before);
      held = null;
    }
    if (seen != null && ends) {
      told.add(seen);
    } else if (seen != null) {
      held = seen;
    }
    return told;
  }

  /**
   * Gives what is held back, since all up to a revision has been seen; null if there is nothing.
   *
   * @param revision of what is no change and told next
   */
  @Nullable MapEvent<K, V> release(long revision) {
    MapEvent<K, V> last = held;
    held = null;
    return last != null && last.commit() <= revision ? ending(last) : last;
  }

  private static <K, V> MapEvent<K, V> ending(MapEvent<K, V> last) {
    long at = last.commit();
    long time = last.timeNanos();
    return switch (last) {
      case MapEvent.Existing<K, V> e -> e;
      case MapEvent.Inserted<K, V> i ->
          new MapEvent.Inserted<>(i.key(), i.value(), at, time, at, i.changes());
      case MapEvent.Updated<K, V> u ->
          new MapEvent.Updated<>(u.key(), u.oldValue(), u.value(), at, time, at, u.changes());
      case MapEvent.Removed<K, V> r ->
          new MapEvent.Removed<>(r.key(), r.oldValue(), at, time, at, r.changes());
    };
  }
}
