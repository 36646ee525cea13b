package io.vitrine.torture.subscribe;

import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.subscribe.Line.Kind;
import java.util.ArrayList;
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
 * list.
 */
final class ListJudge {
  private final Role role;
  private final NamedFilter filter;
  private final List<Happening> happenings;
  private final List<Long> state = new ArrayList<>();
  private final List<Line> existing = new ArrayList<>();
  private final TreeSet<Long> told = new TreeSet<>();
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
        take(tape.get(i));
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

  private void take(Line line) {
    items += line.isItem() ? 1 : 0;
    if (items > asked && line.isItem()) {
      throw Promise.DEMAND.broken(items + " items, asked for " + asked);
    }
    switch (line.kind()) {
      case LIFE -> begin(line);
      case REQUEST -> asked += line.revision();
      case EXISTING -> existing(line);
      case BOOTSTRAPPED -> bootstrapped(line);
      case RESYNC -> resync(line);
      case INSERTED, UPDATED, REMOVED, PUBLISHED -> change(line);
      case PROGRESS -> progress(line);
      case FILTER, FILTERED -> throw new IllegalStateException("nobody changes a list's filter");
      case END -> {
        // whatever the reason: the next life goes on
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
    existing.clear();
    stating = true;
    resyncing = true;
    targetRevision = line.revision();
  }

  private void bootstrapped(Line line) {
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
    var expected = new ArrayList<String>();
    for (int i = 0; i < state.size(); i++) {
      if (filter.passes(state.get(i))) {
        expected.add(i + "=" + state.get(i));
      }
    }
    List<String> found = existing.stream().map(l -> l.text() + "=" + l.value()).toList();
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

  private void progress(Line line) {
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
