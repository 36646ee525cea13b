package io.vitrine.torture.subscribe;

import io.vitrine.collections.Overflow;
import io.vitrine.torture.subscribe.Line.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads a subscriber's tape beside the history and says which promise is broken. For one thread.
 *
 * <p>All is compared exactly: where changes are not joined, the tape must tell each of them that
 * its filter lets pass, in the order of the history, with nothing between.
 */
final class Judge {
  private final Role role;
  private final Cursor cursor;
  private final Map<String, Long> copy = new HashMap<>();
  private final TreeSet<Long> told = new TreeSet<>();
  private final Map<String, Chain> joined = new HashMap<>();
  private NamedFilter filter;
  private @Nullable NamedFilter wanted;

  /** What a change of the filter, or a resync, has still to tell; null outside of both. */
  private @Nullable Map<String, Long> target;

  /** Whether it has still to be told that another filter is in force. */
  private boolean unannounced;

  private long targetRevision;

  /** Revision that the entries of a state carry, -1 where there was none yet. */
  private long statedRevision = -1;

  private boolean stating;
  private boolean resyncing;
  private boolean resumed;

  /** Whether it has been told no state since it was resumed. */
  private boolean behindBookmark;

  private long seen = -1;
  private long asked;
  private long items;

  Judge(Role role, History history) {
    this.role = role;
    this.cursor = new Cursor(history);
    this.filter = role.filter();
  }

  /** Judges a whole tape; answers the copy that the subscriber has at its end. */
  Map<String, Long> judge(List<Line> tape) {
    for (int i = 0; i < tape.size(); i++) {
      try {
        take(tape.get(i), tape.subList(i + 1, tape.size()));
      } catch (RuntimeException e) {
        throw new io.vitrine.torture.TortureFailure(
            role.file() + ", line " + (i + 1) + ", " + tape.get(i) + ": " + e.getMessage(), e);
      }
    }
    return copy;
  }

  /** Says that something is missing at the end of the tape, if it is. */
  void expectEnd() {
    if (role.overflow() == Overflow.LATEST) {
      return; // the copies are compared with the maps
    }
    Happening missed = nextTold(Long.MAX_VALUE);
    if (missed != null) {
      throw Promise.COMPLETE.broken(role.file() + " was never told of " + missed);
    }
  }

  private void take(Line line, List<Line> rest) {
    checkDemand(line);
    if (target != null && !stating && line.timed()) {
      throw Promise.FILTER.broken("was not told that " + filter + " is in force");
    }
    switch (line.kind()) {
      case LIFE -> begin(line);
      case REQUEST -> asked += line.revision();
      case FILTER -> wanted = NamedFilter.valueOf(line.text());
      case FILTERED -> filtered(line);
      case EXISTING -> existing(line);
      case INSERTED, UPDATED, REMOVED -> change(line);
      case PUBLISHED -> published(line);
      case BOOTSTRAPPED -> bootstrapped(line, rest);
      case RESYNC -> resync(line);
      case PROGRESS -> progress(line);
      case END, AFTER_END, BEHIND -> {
        // whatever the reason, the next life goes on; Endings looks at these
      }
      case ERROR -> {
        if (!line.text().contains("ConnectionLost")) {
          throw Promise.COMPLETE.broken("the subscription failed");
        }
      }
    }
  }

  private void checkDemand(Line line) {
    items += line.isItem() ? 1 : 0;
    if (items > asked) {
      throw Promise.DEMAND.broken(items + " items, asked for " + asked);
    }
  }

  private void begin(Line line) {
    asked = 0;
    items = 0;
    joined.clear();
    statedRevision = -1;
    unannounced = false;
    resumed = line.revision() >= 0;
    behindBookmark = resumed;
    target = null;
    resyncing = false;
    stating = !resumed;
    filter = role.filter();
    wanted = null;
    if (resumed) {
      if (line.revision() != seen) {
        throw new IllegalStateException("begins at " + line.revision() + ", had seen " + seen);
      }
    } else {
      copy.clear();
      told.clear();
    }
  }

  private void existing(Line line) {
    if (!stating || resyncing) {
      throw Promise.BOOTSTRAP.broken("an existing entry where no state is told");
    }
    Long value = line.value();
    if (value == null) {
      throw Promise.BOOTSTRAP.broken("an entry without a value");
    }
    if (copy.put(line.text(), value) != null) {
      throw Promise.BOOTSTRAP.broken("an entry twice in the state");
    }
    if (statedRevision >= 0 && statedRevision != line.revision()) {
      throw Promise.BOOTSTRAP.broken("a state of revision " + statedRevision + ", too");
    }
    statedRevision = line.revision();
  }

  private void resync(Line line) {
    if (line.revision() < seen) {
      throw Promise.RESUMABLE.broken("a resync before what was seen, " + seen);
    }
    Resyncs.check(role, line, seen, stating || target != null || wanted != null || unannounced);
    target = null;
    statedRevision = -1;
    resyncing = true;
    stating = true;
    targetRevision = line.revision();
  }

  private void bootstrapped(Line line, List<Line> rest) {
    if (!stating) {
      throw Promise.BOOTSTRAP.broken("the end of a state that was not told");
    }
    Promise promise = resyncing ? Promise.RESUMABLE : Promise.BOOTSTRAP;
    if (line.revision() < seen || (resyncing && line.revision() != targetRevision)) {
      throw promise.broken("a state of revision " + line.revision() + ", had seen " + seen);
    }
    if (statedRevision >= 0 && statedRevision != line.revision()) {
      throw promise.broken("its entries are told as of revision " + statedRevision);
    }
    statedRevision = -1;
    cursor.skipTo(line.revision());
    NamedFilter next = wanted;
    if (next != null
        && Switches.isInForce(rest, line.revision(), () -> copy.equals(cursor.state(next)))) {
      filter = next;
      wanted = null;
      unannounced = true;
    }
    expectCopy(promise);
    joined.clear();
    seen = line.revision();
    told.add(seen);
    stating = false;
    resyncing = false;
    resumed = false;
    behindBookmark = false;
  }

  private void expectCopy(Promise promise) {
    Map<String, Long> expected = cursor.state(filter);
    if (!copy.equals(expected)) {
      var more = new HashMap<>(copy);
      more.entrySet().removeAll(expected.entrySet());
      var missing = new HashMap<>(expected);
      missing.entrySet().removeAll(copy.entrySet());
      throw promise.broken(
          "the state at "
              + targetRevision
              + " has "
              + more
              + " that it must not, lacks "
              + missing);
    }
  }

  private void change(Line line) {
    if (!line.timed()) {
      untimed(line);
      return;
    }
    if (stating) {
      throw Promise.BOOTSTRAP.broken("a change before the state was told");
    }
    if (role.overflow() == Overflow.LATEST) {
      joinedChange(line);
    } else {
      expect(line, nextTold(line.revision()));
    }
    apply(line);
    resumed = false;
  }

  private void apply(Line line) {
    Long value = line.value();
    if (!Objects.equals(copy.get(line.text()), line.old()) && role.overflow() != Overflow.LATEST) {
      throw Promise.ORDINARY.broken("the copy has " + copy.get(line.text()));
    }
    if (value == null) {
      copy.remove(line.text());
    } else {
      copy.put(line.text(), value);
    }
    seen = line.revision();
    told.add(line.revision());
  }

  /** What the history tells next in the eyes of the subscriber; null if nothing up to there. */
  private @Nullable Happening nextTold(long upTo) {
    while (true) {
      Happening next = cursor.peek(upTo);
      if (next == null) {
        return null;
      }
      cursor.take();
      if (next.place() > seen && Cursor.passes(next, filter)) {
        return next;
      }
    }
  }

  private Promise gap() {
    return resumed ? Promise.RESUMABLE : Promise.COMPLETE;
  }

  private void expect(Line line, @Nullable Happening next) {
    long revision = line.revision();
    if (revision <= seen) {
      throw (told.contains(revision) ? Promise.UNIQUE : Promise.ORDERED).broken("had seen " + seen);
    }
    if (next == null) {
      throw Promise.ORDERED.broken("the history has nothing there");
    }
    boolean last = !cursor.hasMore(next.commit(), filter);
    long expected = last ? next.commit() : next.place();
    if (line.commit() != next.commit() && next.place() <= revision && expected >= revision) {
      throw Promise.ATOMIC.broken("expected the commit " + next.commit());
    }
    if (expected < revision) {
      boolean moved = filter.passes(next.before()) != filter.passes(next.after());
      Promise promise =
          next.key() != null && moved && filter != NamedFilter.ALL ? Promise.FILTER : gap();
      throw promise.broken("was not told of " + next);
    }
    if (expected > revision) {
      throw Promise.ATOMIC.broken("expected revision " + expected + " for " + next);
    }
    Long before = filter.passes(next.before()) ? next.before() : null;
    Long after = filter.passes(next.after()) ? next.after() : null;
    boolean same =
        next.key() == null
            ? line.kind() == Kind.PUBLISHED && Objects.equals(line.value(), next.after())
            : line.text().equals(next.key())
                && Objects.equals(line.old(), before)
                && Objects.equals(line.value(), after);
    if (!same || line.changes() != 1) {
      throw (filter == NamedFilter.ALL ? Promise.ORDERED : Promise.FILTER)
          .broken("the history has " + next);
    }
    expectKind(line, before, after);
  }

  private static void expectKind(Line line, @Nullable Long before, @Nullable Long after) {
    if (line.kind() == Kind.PUBLISHED) {
      return;
    }
    if (line.kind() != kind(before, after)) {
      throw Promise.ORDINARY.broken("expected that it is " + kind(before, after));
    }
  }

  private static Kind kind(@Nullable Long before, @Nullable Long after) {
    return before == null ? Kind.INSERTED : after == null ? Kind.REMOVED : Kind.UPDATED;
  }

  private void published(Line line) {
    if (stating) {
      throw Promise.BOOTSTRAP.broken("an event before the state was told");
    }
    if (role.overflow() == Overflow.LATEST) {
      joinTo(line.revision() - 1);
      Happening next = cursor.peek(line.revision());
      if (line.revision() <= seen || next == null) {
        throw Promise.ORDERED.broken("had seen " + seen);
      }
      cursor.take();
      if (next.key() != null
          || !Objects.equals(next.after(), line.value())
          || line.commit() != next.commit()
          || line.changes() != 1) {
        throw Promise.ORDERED.broken("the history has " + next);
      }
    } else {
      expect(line, nextTold(line.revision()));
    }
    seen = line.revision();
    told.add(seen);
    resumed = false;
  }

  /** What the history tells up to a place waits, joined by key. */
  private void joinTo(long place) {
    for (Happening next = cursor.peek(place); next != null; next = cursor.peek(place)) {
      cursor.take();
      String key = next.key();
      if (next.place() <= seen) {
        continue;
      }
      if (key == null) {
        throw gap().broken("was not told of " + next);
      }
      NamedFilter first = role.siftsJoined() ? NamedFilter.ALL : filter;
      NamedFilter then = role.siftsJoined() ? filter : NamedFilter.ALL;
      Long before = first.passes(next.before()) ? next.before() : null;
      Long after = first.passes(next.after()) ? next.after() : null;
      if (before != null || after != null) {
        joined
            .computeIfAbsent(key, _ -> new Chain(Places.isSet(role.path()), then))
            .add(next.place(), before, after);
      }
    }
  }

  private void joinedChange(Line line) {
    if (line.revision() <= seen) {
      throw (told.contains(line.revision()) ? Promise.UNIQUE : Promise.ORDERED)
          .broken("had seen " + seen);
    }
    joinTo(line.revision());
    Chain chain = joined.remove(line.text());
    // A client of a server resumes by itself, behind whatever it had been told.
    boolean resumes = role.isFar() && !role.siftsJoined();
    if (chain == null || !chain.isToldBy(line, resumes ? told : new TreeSet<>(), behindBookmark)) {
      throw Promise.CHOICE.broken("what waits of the key is " + chain);
    }
    expectKind(line, line.old(), line.value());
  }

  /** An event of a resync, or of a change of the filter: both tell a difference. */
  private void untimed(Line line) {
    if (!resyncing && target == null) {
      beginSwitch(line);
    }
    Promise promise = resyncing ? Promise.RESUMABLE : Promise.FILTER;
    if (line.revision() != targetRevision || line.commit() != targetRevision) {
      throw promise.broken("expected revision " + targetRevision);
    }
    if (line.kind() != kind(line.old(), line.value()) || line.changes() != 1) {
      throw promise.broken("expected one that is " + kind(line.old(), line.value()));
    }
    if (!Objects.equals(copy.get(line.text()), line.old())
        && !(line.kind() == Kind.INSERTED && !copy.containsKey(line.text()))) {
      throw promise.broken("the copy has " + copy.get(line.text()));
    }
    if (line.value() == null) {
      copy.remove(line.text());
    } else {
      copy.put(line.text(), line.value());
    }
  }

  private void beginSwitch(Line line) {
    NamedFilter next = wanted;
    if (next == null) {
      throw Promise.FILTER.broken("nobody has asked for another filter");
    }
    if (line.revision() < seen) {
      throw Promise.ORDERED.broken("a filter of " + line.revision() + ", had seen " + seen);
    }
    Happening missed = nextTold(line.revision());
    if (missed != null) {
      throw gap().broken("was not told of " + missed + " before the filter was changed");
    }
    targetRevision = line.revision();
    target = cursor.state(next);
    filter = next;
    wanted = null;
    unannounced = true;
    seen = line.revision();
  }

  private void filtered(Line line) {
    if (stating) {
      throw Promise.FILTER.broken("a state is being told");
    }
    if (wanted != null) {
      beginSwitch(line); // it makes nothing different
    }
    if (!unannounced) {
      throw Promise.FILTER.broken("nobody has asked for another filter");
    }
    unannounced = false;
    if (target != null) {
      endOfSwitch();
    }
    if (!filter.name().equals(line.text())) {
      throw Promise.FILTER.broken("by what was told it is " + filter);
    }
    if (line.revision() != seen) {
      throw Promise.FILTER.broken("had seen " + seen);
    }
  }

  private void endOfSwitch() {
    if (!copy.equals(target)) {
      target = null;
      expectCopy(Promise.FILTER);
    }
    target = null;
  }

  private void progress(Line line) {
    if (target != null) {
      endOfSwitch();
    }
    if (line.revision() < seen) {
      throw Promise.BOOKMARKABLE.broken("had seen " + seen);
    }
    if (stating) {
      throw Promise.BOOKMARKABLE.broken("a state is being told");
    }
    if (role.overflow() == Overflow.LATEST) {
      joinTo(line.revision());
      joined.values().removeIf(Chain::isNothing);
      if (!joined.isEmpty()) {
        throw Promise.BOOKMARKABLE.broken("was not told of " + joined);
      }
    } else {
      Happening missed = nextTold(line.revision());
      if (missed != null) {
        throw Promise.BOOKMARKABLE.broken("was not told of " + missed);
      }
    }
    seen = line.revision();
  }
}
