package io.vitrine.torture.subscribe;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A place in a history that only moves on, and the map as it was there. For one thread. */
final class Cursor {
  private final List<Happening> happenings;
  private final Map<String, Long> state = new HashMap<>();
  private int next;

  Cursor(History history) {
    this.happenings = history.happenings();
  }

  /** What comes next up to a place, null for nothing; does not move. */
  @Nullable Happening peek(long upTo) {
    return next < happenings.size() && happenings.get(next).place() <= upTo
        ? happenings.get(next)
        : null;
  }

  /** Goes over what {@link #peek} shows. */
  Happening take() {
    Happening happening = happenings.get(next++);
    String key = happening.key();
    if (key != null) {
      Long after = happening.after();
      if (after == null) {
        state.remove(key);
      } else {
        state.put(key, after);
      }
    }
    return happening;
  }

  /** Goes to a place without a look. */
  void skipTo(long place) {
    while (peek(place) != null) {
      take();
    }
  }

  /** The entries that pass a filter. */
  Map<String, Long> state(NamedFilter filter) {
    var passing = new HashMap<String, Long>(state);
    passing.values().removeIf(value -> !filter.passes(value));
    return passing;
  }

  /** Whether more of a commit, that passes a filter, comes behind the place. */
  boolean hasMore(long commit, NamedFilter filter) {
    for (int i = next; i < happenings.size() && happenings.get(i).commit() == commit; i++) {
      if (passes(happenings.get(i), filter)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a subscriber with a filter is told of it. */
  static boolean passes(Happening happening, NamedFilter filter) {
    return happening.key() == null
        || filter.passes(happening.before())
        || filter.passes(happening.after());
  }
}
