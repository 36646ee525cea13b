package io.vitrine.torture.subscribe;

import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.subscribe.Line.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tape of somebody who watches a list beside the history, as {@link Judge} does for maps
 * and sets. For one thread.
 *
 * <p>Changes of a list are never joined, so each that the filter lets pass must be there, with the
 * index that it has in the whole list. A state must be what the changes before it make of an empty
 * list. Another filter must be told as what it lets in and what it shuts out, in the order of the
 * list, as of one revision.
 */
final class ListJudge {
  private final Role role;
  private final List<Happening> happenings;
  private final List<Long> state = new ArrayList<>();
  private final List<Line> existing = new ArrayList<>();
  private final TreeSet<Long> told = new TreeSet<>();

  /** What a change of the filter has still to tell; null outside of one. */
  private @Nullable Deque<Line> switching;

  /** Whether it has still to be told that another filter is in force. */
  private boolean unannounced;

  private NamedFilter filter;
  private @Nullable NamedFilter wanted;
  private int next;
  private boolean stating;
  private boolean resyncing;
  private boolean resumed;
  private long targetRevision;
  private long seen = -1;
  private long asked;
  private long items;

  ListJudge(Role role, History history) {
    this.role = role;
    this.filter = role.filter();
    this.happenings = history.happenings();
  }

  /** Judges a whole tape. */
  void judge(List<Line> tape) {
    for (int i = 0; i < tape.size(); i++) {
      try {
        take(tape.get(i), tape.subList(i + 1, tape.size()));
      } catch (RuntimeException e) {
        throw new TortureFailure(
            role.file() + ", line " + (i + 1) + ", " + tape.get(i) + ": " + e.getMessage(), e);
      }
    }
  }

  /** Says that something is missing at the end of the tape, if it is. */
  void expectEnd() {
    Happening missed = nextTold(Long.MAX_VALUE);
    if (missed != null) {
      throw Promise.COMPLETE.broken(role.file() + " was never told of " + missed);
    }
  }

  private void take(Line line, List<Line> rest) {
    items += line.isItem() ? 1 : 0;
    if (items > asked && line.isItem()) {
      throw Promise.DEMAND.broken(items + " items, asked for " + asked);
    }
    switch (line.kind()) {
      case LIFE -> begin(line);
      case REQUEST -> asked += line.revision();
      case EXISTING -> existing(line);
      case BOOTSTRAPPED -> bootstrapped(line, rest);
      case RESYNC -> resync(line);
      case INSERTED, UPDATED, REMOVED, PUBLISHED -> change(line);
      case PROGRESS -> progress(line);
      case FILTER -> wanted = NamedFilter.valueOf(line.text());
      case FILTERED -> filtered(line);
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

  private void begin(Line line) {
    asked = 0;
    items = 0;
    existing.clear();
    switching = null;
    unannounced = false;
    filter = role.filter();
    wanted = null;
    resumed = line.revision() >= 0;
    stating = !resumed;
    resyncing = false;
    if (resumed && line.revision() != seen) {
      throw new IllegalStateException("begins at " + line.revision() + ", had seen " + seen);
    }
  }

  private void existing(Line line) {
    if (!stating) {
      throw Promise.BOOTSTRAP.broken("an existing element where no state is told");
    }
    existing.add(line);
  }

  private void resync(Line line) {
    if (line.revision() < seen) {
      throw Promise.RESUMABLE.broken("a resync before what was seen, " + seen);
    }
    Resyncs.check(role, line, seen, stating || switching != null || wanted != null || unannounced);
    existing.clear();
    switching = null;
    stating = true;
    resyncing = true;
    targetRevision = line.revision();
  }

  private void bootstrapped(Line line, List<Line> rest) {
    Promise promise = resyncing ? Promise.RESUMABLE : Promise.BOOTSTRAP;
    if (!stating) {
      throw promise.broken("the end of a state that was not told");
    }
    if (line.revision() < seen || (resyncing && line.revision() != targetRevision)) {
      throw promise.broken("a state of revision " + line.revision() + ", had seen " + seen);
    }
    while (peek(line.revision()) != null) {
      apply();
    }
    for (Line one : existing) {
      if (one.revision() != line.revision()) {
        throw promise.broken("its elements are told as of revision " + one.revision());
      }
    }
    List<String> found = existing.stream().map(l -> l.text() + "=" + l.value()).toList();
    NamedFilter asked = wanted;
    if (asked != null
        && Switches.isInForce(rest, line.revision(), () -> found.equals(passing(asked)))) {
      filter = asked;
      wanted = null;
      unannounced = true;
    }
    List<String> expected = passing(filter);
    if (!found.equals(expected)) {
      throw promise.broken("the state is " + found + ", expected " + expected);
    }
    existing.clear();
    seen = line.revision();
    told.add(seen);
    stating = false;
    resyncing = false;
    resumed = false;
  }

  /** Index and value of each element that a filter lets pass. */
  private List<String> passing(NamedFilter by) {
    var passing = new ArrayList<String>();
    for (int i = 0; i < state.size(); i++) {
      if (by.passes(state.get(i))) {
        passing.add(i + "=" + state.get(i));
      }
    }
    return passing;
  }

  private @Nullable Happening peek(long upTo) {
    return next < happenings.size() && happenings.get(next).place() <= upTo
        ? happenings.get(next)
        : null;
  }

  /** Makes the next change. */
  private Happening apply() {
    Happening happening = happenings.get(next++);
    String key = happening.key();
    if (key != null) {
      int index = Integer.parseInt(key);
      Long after = happening.after();
      if (happening.before() != null && !Objects.equals(state.get(index), happening.before())) {
        throw new IllegalStateException("the log tells of " + happening + " where it is " + state);
      }
      if (after == null) {
        state.remove(index);
      } else if (happening.before() == null) {
        state.add(index, after);
      } else {
        state.set(index, after);
      }
    }
    return happening;
  }

  private @Nullable Happening nextTold(long upTo) {
    while (peek(upTo) != null) {
      Happening happening = apply();
      if (happening.place() > seen && Cursor.passes(happening, filter)) {
        return happening;
      }
    }
    return null;
  }

  private boolean isLastOfCommit(Happening of) {
    for (int i = next; i < happenings.size(); i++) {
      if (happenings.get(i).commit() != of.commit()) {
        return true;
      }
      if (Cursor.passes(happenings.get(i), filter)) {
        return false;
      }
    }
    return true;
  }

  private void change(Line line) {
    long revision = line.revision();
    if (stating) {
      throw Promise.BOOTSTRAP.broken("a change before the state was told");
    }
    if (!line.timed()) {
      switched(line);
      return;
    }
    expectSwitched();
    if (revision <= seen) {
      throw (told.contains(revision) ? Promise.UNIQUE : Promise.ORDERED).broken("had seen " + seen);
    }
    Happening happening = nextTold(revision);
    if (happening == null) {
      throw Promise.ORDERED.broken("the history has nothing there");
    }
    long expected = isLastOfCommit(happening) ? happening.commit() : happening.place();
    if (expected < revision) {
      Promise promise = resumed ? Promise.RESUMABLE : Promise.COMPLETE;
      throw promise.broken("was not told of " + happening);
    }
    if (expected > revision || line.commit() != happening.commit()) {
      throw Promise.ATOMIC.broken("expected revision " + expected + " for " + happening);
    }
    expectSame(line, happening);
    seen = revision;
    told.add(seen);
    resumed = false;
  }

  private void expectSame(Line line, Happening happening) {
    Long before = filter.passes(happening.before()) ? happening.before() : null;
    Long after = filter.passes(happening.after()) ? happening.after() : null;
    Kind kind = before == null ? Kind.INSERTED : after == null ? Kind.REMOVED : Kind.UPDATED;
    boolean same;
    if (happening.key() == null) {
      same = line.kind() == Kind.PUBLISHED && Objects.equals(line.value(), happening.after());
    } else {
      same =
          line.kind() == kind
              && line.text().equals(happening.key())
              && Objects.equals(line.old(), before)
              && Objects.equals(line.value(), after);
    }
    if (!same || line.changes() != 1) {
      throw (filter == NamedFilter.ALL ? Promise.ORDERED : Promise.FILTER)
          .broken("the history has " + happening);
    }
  }

  /** An event without a time: what another filter makes of an element. */
  private void switched(Line line) {
    Deque<Line> left = switching == null ? beginSwitch(line) : switching;
    Line expected = left.poll();
    if (expected == null
        || expected.revision() != line.revision()
        || expected.commit() != line.commit()
        || expected.changes() != line.changes()
        || expected.kind() != line.kind()
        || !expected.text().equals(line.text())
        || !Objects.equals(expected.old(), line.old())
        || !Objects.equals(expected.value(), line.value())) {
      throw Promise.FILTER.broken("expected " + expected);
    }
  }

  private Deque<Line> beginSwitch(Line line) {
    NamedFilter after = wanted;
    if (after == null) {
      throw Promise.FILTER.broken("nobody has asked for another filter");
    }
    long revision = line.revision();
    if (revision < seen) {
      throw Promise.ORDERED.broken("a filter of " + revision + ", had seen " + seen);
    }
    Happening missed = nextTold(revision);
    if (missed != null) {
      throw (resumed ? Promise.RESUMABLE : Promise.COMPLETE)
          .broken("was not told of " + missed + " before the filter was changed");
    }
    var left = new ArrayDeque<Line>();
    for (int i = 0; i < state.size(); i++) {
      Long element = state.get(i);
      boolean in = after.passes(element);
      if (in != filter.passes(element)) {
        left.add(
            new Line(
                in ? Kind.INSERTED : Kind.REMOVED,
                revision,
                revision,
                1,
                false,
                Integer.toString(i),
                in ? null : element,
                in ? element : null));
      }
    }
    filter = after;
    wanted = null;
    unannounced = true;
    seen = revision;
    switching = left;
    return left;
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
    Deque<Line> left = switching;
    if (left != null && !left.isEmpty()) {
      throw Promise.FILTER.broken("the filter was to tell " + left.peek());
    }
    if (!filter.name().equals(line.text())) {
      throw Promise.FILTER.broken("by what was told it is " + filter);
    }
    if (line.revision() != seen) {
      throw Promise.FILTER.broken("had seen " + seen);
    }
    switching = null;
  }

  /** What another filter changes must be told before anything else, and that it is in force. */
  private void expectSwitched() {
    Deque<Line> left = switching;
    if (left != null) {
      throw Promise.FILTER.broken("the filter was to tell that it is in force, and " + left.peek());
    }
  }

  private void progress(Line line) {
    expectSwitched();
    if (line.revision() < seen || stating) {
      throw Promise.BOOKMARKABLE.broken("had seen " + seen + (stating ? ", amid a state" : ""));
    }
    Happening missed = nextTold(line.revision());
    if (missed != null) {
      throw Promise.BOOKMARKABLE.broken("was not told of " + missed);
    }
    seen = line.revision();
  }
}
