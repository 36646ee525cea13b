package io.vitrine.torture.subscribe;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes of one key that were not told yet and may be told as one. For one thread. */
final class Chain {
  /** Whether what is at the end as it was is not told: so with a set, which has no updates. */
  private final boolean ofSet;

  /** What looks at the changes when they have been joined. */
  private final NamedFilter filter;

  private final List<Happening> changes = new ArrayList<>();

  Chain(boolean ofSet, NamedFilter filter) {
    this.ofSet = ofSet;
    this.filter = filter;
  }

  /** What some changes are together. */
  private record Joined(@Nullable Long first, @Nullable Long last, int changes) {}

  /** Adds a change as a filter shows it. */
  void add(long place, @Nullable Long before, @Nullable Long after) {
    changes.add(new Happening(place, place, null, before, after));
  }

  /**
   * What the changes from one on are together for who may not have been told of some before: an
   * entry that came and went is removed, an element of a set that went and came is inserted.
   */
  private @Nullable Joined behindBookmark(int begin) {
    Joined joined = null;
    for (Happening change : changes.subList(begin, changes.size())) {
      Long first = joined == null ? change.before() : joined.first;
      if (first == null && change.after() == null) {
        first = change.before();
      } else if (ofSet && joined != null && change.after() != null) {
        first = null;
      }
      joined = new Joined(first, change.after(), joined == null ? 1 : joined.changes + 1);
    }
    return joined;
  }

  /** What the changes from one on are together; null where the entry came and went. */
  private @Nullable Joined from(int begin) {
    Joined joined = null;
    for (Happening change : changes.subList(begin, changes.size())) {
      joined =
          joined == null
              ? new Joined(change.before(), change.after(), 1)
              : new Joined(joined.first, change.after(), joined.changes + 1);
      if (joined.first == null && joined.last == null) {
        joined = null;
      }
    }
    return joined;
  }

  /** Whether there is nothing to tell. */
  boolean isNothing() {
    Joined all = from(0);
    return all == null
        || (ofSet && Objects.equals(all.first, all.last))
        || isHidden(changes.size());
  }

  /** Whether the filter shows nothing of the changes before one, however they were joined. */
  private boolean isHidden(int end) {
    return end > 0
        && !filter.passes(changes.getFirst().before())
        && !filter.passes(changes.get(end - 1).after());
  }

  /**
   * Whether a line tells the changes as one.
   *
   * @param resumed revisions behind which the subscription may have been resumed by itself: what
   *     comes then is joined from there on
   * @param behindBookmark whether it was resumed in any case, and told no state since
   */
  boolean isToldBy(Line line, NavigableSet<Long> resumed, boolean behindBookmark) {
    if (changes.isEmpty() || changes.getLast().place() != line.revision()) {
      return false;
    }
    for (int begin = 0; begin < changes.size(); begin++) {
      boolean mayResume = mayResume(begin, resumed);
      boolean possible = begin == 0 || mayResume || (ofSet && isAsItWas(begin)) || isHidden(begin);
      if (possible && isSame(from(begin), line)) {
        return true;
      }
      if ((mayResume || (begin == 0 && behindBookmark)) && isSame(behindBookmark(begin), line)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSame(@Nullable Joined joined, Line line) {
    return joined != null
        && Objects.equals(shown(joined.first), line.old())
        && Objects.equals(shown(joined.last), line.value())
        && joined.changes == line.changes();
  }

  private @Nullable Long shown(@Nullable Long value) {
    return filter.passes(value) ? value : null;
  }

  /** Whether the changes before one are nothing to tell, so that it may be joined apart. */
  private boolean isAsItWas(int begin) {
    return Objects.equals(changes.getFirst().before(), changes.get(begin).before());
  }

  private boolean mayResume(int begin, NavigableSet<Long> resumed) {
    Long place = resumed.lower(changes.get(begin).place());
    return place != null && (begin == 0 || place >= changes.get(begin - 1).place());
  }

  @Override
  public String toString() {
    return changes.toString();
  }
}
