package io.vitrine.torture.subscribe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.Overflow;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.subscribe.Line.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every single change of a tape that is right is found, unless it makes another right one: each
 * line is left out, told twice, told one later, and told with each of its fields otherwise.
 */
class JudgeBreachesTest {
  /** Calls to the subscriber that say what becomes of entries and elements. */
  private static final Set<Kind> ITEMS =
      EnumSet.of(Kind.EXISTING, Kind.INSERTED, Kind.UPDATED, Kind.REMOVED, Kind.PUBLISHED);

  private record Breach(String name, List<Line> tape) {}

  private static void judgeMap(NamedFilter filter, Overflow overflow, List<Line> tape) {
    Role role = JudgeTest.role(filter, overflow);
    var judge = new Judge(role, JudgeTest.HISTORY);
    Map<String, Long> copy = judge.judge(tape);
    judge.expectEnd();
    var end = new Cursor(JudgeTest.HISTORY);
    end.skipTo(Long.MAX_VALUE);
    NamedFilter last =
        tape.stream().anyMatch(l -> l.kind() == Kind.FILTERED) ? NamedFilter.SMALL : filter;
    if (!copy.equals(end.state(last))) { // as the torture compares the copies with the maps
      throw Promise.COMPLETE.broken("the copy is " + copy);
    }
    int _ = Endings.judge(role, tape);
    if (filter == NamedFilter.ALL && overflow != Overflow.LATEST) {
      Ordinary.judge(tape);
    }
  }

  private static Line with(
      Line line, Kind kind, long revision, long commit, int changes, String text) {
    return new Line(kind, revision, commit, changes, line.timed(), text, line.old(), line.value());
  }

  private static Line with(Line line, @Nullable Long old, @Nullable Long value) {
    return new Line(
        line.kind(),
        line.revision(),
        line.commit(),
        line.changes(),
        line.timed(),
        line.text(),
        old,
        value);
  }

  private static @Nullable Long next(@Nullable Long value) {
    return value == null ? null : value + 1;
  }

  /** A line told otherwise, in each of its fields. */
  private static List<Line> otherwise(Line l, boolean joined) {
    var others = new ArrayList<Line>();
    boolean isChange = ITEMS.contains(l.kind()) && l.kind() != Kind.EXISTING;
    for (int by : new int[] {-1, 1}) {
      others.add(with(l, l.kind(), l.revision() + by, l.commit() + by, l.changes(), l.text()));
      if (isChange) {
        others.add(with(l, l.kind(), l.revision() + by, l.commit(), l.changes(), l.text()));
        others.add(with(l, l.kind(), l.revision(), l.commit(), l.changes() + by, l.text()));
      }
      if (isChange && (!joined || l.kind() == Kind.PUBLISHED)) { // no promise where they are joined
        others.add(with(l, l.kind(), l.revision(), l.commit() + by, l.changes(), l.text()));
      }
    }
    if (ITEMS.contains(l.kind())) {
      otherwise(l, others);
    }
    others.removeIf(other -> other.equals(l));
    return others;
  }

  private static void otherwise(Line l, List<Line> others) {
    for (Kind kind : ITEMS) {
      others.add(with(l, kind, l.revision(), l.commit(), l.changes(), l.text()));
    }
    others.add(with(l, l.old(), next(l.value())));
    others.add(with(l, l.old(), l.value() == null ? Long.valueOf(600) : null));
    if (l.kind() != Kind.PUBLISHED) { // which has no key
      String other = "0".equals(l.text()) ? "1" : "0";
      others.add(with(l, l.kind(), l.revision(), l.commit(), l.changes(), other));
    }
    if (l.kind() != Kind.PUBLISHED && l.kind() != Kind.EXISTING) { // nor these an old value
      others.add(with(l, next(l.old()), l.value()));
      others.add(with(l, l.old() == null ? Long.valueOf(600) : null, l.value()));
    }
  }

  /** What the torture itself has done, at any time. */
  private static boolean isDone(Line line) {
    return line.kind() == Kind.LIFE || line.kind() == Kind.REQUEST || line.kind() == Kind.FILTER;
  }

  /** Whether the order of two calls is no promise: a filter of a map has no order to tell in. */
  private static boolean mayTurn(Line one, Line other, boolean ofList) {
    return isDone(other)
        || (!ofList && !one.timed() && !other.timed() && isChange(one) && isChange(other));
  }

  private static boolean isChange(Line line) {
    return ITEMS.contains(line.kind()) && line.kind() != Kind.EXISTING;
  }

  /** Whether a place may as well be the one beside it: nothing else says where it is. */
  private static boolean isOfNoPlace(List<Line> tape, int at) {
    Kind kind = tape.get(at).kind();
    return kind == Kind.PROGRESS
        || (kind == Kind.BOOTSTRAPPED && tape.get(at - 1).kind() != Kind.EXISTING);
  }

  private static List<Breach> breaches(List<Line> good, boolean ofList, boolean joined) {
    var breaches = new ArrayList<Breach>();
    for (int i = 0; i < good.size(); i++) {
      Line line = good.get(i);
      if (isDone(line)) {
        continue;
      }
      int at = i;
      @Nullable Line after = i + 1 < good.size() ? good.get(i + 1) : null;
      // Who is lost may be so a change earlier, and who is quiet need not be told so.
      if (line.kind() != Kind.PROGRESS && (after == null || after.kind() != Kind.RESYNC)) {
        add(breaches, good, "leaves out " + line, tape -> tape.remove(at));
      }
      if (line.kind() != Kind.PROGRESS && line.kind() != Kind.RESYNC) {
        add(breaches, good, "tells twice " + line, tape -> tape.add(at, line));
      }
      if (after != null && !mayTurn(line, after, ofList)) {
        add(breaches, good, "tells later " + line, tape -> tape.add(at + 1, tape.remove(at)));
      }
      if (!isOfNoPlace(good, i)) {
        for (Line other : otherwise(line, joined)) {
          add(breaches, good, "tells " + other + " for " + line, tape -> tape.set(at, other));
        }
      }
    }
    return breaches;
  }

  private static void add(
      List<Breach> breaches, List<Line> good, String name, Consumer<List<Line>> breaking) {
    var tape = new ArrayList<>(good);
    breaking.accept(tape);
    breaches.add(new Breach(name, tape));
  }

  /** Judges all tapes that break a right one; answers the names of those that pass. */
  private static Set<String> missed(
      String what, List<Line> good, boolean ofList, boolean joined, Consumer<List<Line>> judge) {
    judge.accept(good);
    var missed = new TreeSet<String>();
    for (Breach breach : breaches(good, ofList, joined)) {
      try {
        judge.accept(breach.tape);
        missed.add(what + " " + breach.name);
      } catch (TortureFailure e) {
        String message = Objects.requireNonNull(e.getMessage());
        // The next life of who was told less begins elsewhere, which the torture sees to.
        if (!message.contains("promise ") && !message.contains("begins at ")) {
          missed.add(what + " " + breach.name + " is found without a promise: " + message);
        }
      }
    }
    return missed;
  }

  private static Set<String> missedOfMap(
      String what, List<Line> good, NamedFilter filter, Overflow overflow) {
    boolean joined = overflow == Overflow.LATEST;
    return missed(what, good, false, joined, tape -> judgeMap(filter, overflow, tape));
  }

  private static Set<String> missedOfList(String what, List<Line> good, NamedFilter filter) {
    return missed(what, good, true, false, tape -> ListJudgeTest.judge(filter, tape));
  }

  @Test
  void findsWhatIsBrokenInATapeOfAMap() {
    var missed = new TreeSet<String>();
    missed.addAll(missedOfMap("all", JudgeTest.all(), NamedFilter.ALL, Overflow.EVERY));
    missed.addAll(missedOfMap("resumed", JudgeTest.second(), NamedFilter.ALL, Overflow.EVERY));
    missed.addAll(missedOfMap("big", JudgeTest.big(), NamedFilter.BIG, Overflow.EVERY));
    missed.addAll(missedOfMap("switched", JudgeTest.switched(), NamedFilter.BIG, Overflow.EVERY));
    missed.addAll(missedOfMap("latest", JudgeTest.latest(), NamedFilter.ALL, Overflow.LATEST));
    assertEquals("", String.join("\n", missed), "told wrongly, and not found");
  }

  @Test
  void findsWhatIsBrokenInATapeOfAList() {
    var missed = new TreeSet<String>();
    missed.addAll(missedOfList("all", ListJudgeTest.all(), NamedFilter.ALL));
    missed.addAll(missedOfList("resumed", ListJudgeTest.resumed(), NamedFilter.ALL));
    missed.addAll(missedOfList("resynced", ListJudgeTest.resynced(), NamedFilter.ALL));
    missed.addAll(missedOfList("big", ListJudgeTest.big(), NamedFilter.BIG));
    missed.addAll(missedOfList("switched", ListJudgeTest.switched(), NamedFilter.BIG));
    assertEquals("", String.join("\n", missed), "told wrongly, and not found");
  }
}
