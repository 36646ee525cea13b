package io.vitrine.torture.subscribe;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Overflow;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.subscribe.Line.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The validator of lists passes what is right; each of its rules fails where it is broken. */
class ListJudgeTest {
  /**
   * The list is [100], [100, 600], [100, 600, 700, 300] by one call, [100, 650, 700, 300], then an
   * event of its own, [650, 700, 300], [650, 700, 300, 400] and [650, 700, 300, 800].
   */
  private static final History HISTORY =
      new History(
          List.of(
              new Happening(10, 10, "0", null, 100L),
              new Happening(20, 20, "1", null, 600L),
              new Happening(29, 30, "2", null, 700L),
              new Happening(30, 30, "3", null, 300L),
              new Happening(40, 40, "1", 600L, 650L),
              new Happening(50, 50, null, null, 7L),
              new Happening(60, 60, "0", 100L, null),
              new Happening(70, 70, "3", null, 400L),
              new Happening(80, 80, "3", 400L, 800L)));

  private static Line line(
      Kind kind, long rev, long commit, String key, @Nullable Long old, @Nullable Long value) {
    return new Line(kind, rev, commit, 1, kind != Kind.EXISTING, key, old, value);
  }

  /** What a filter that comes into force tells. */
  private static Line sifted(Kind kind, long rev, String key, long value) {
    boolean in = kind == Kind.INSERTED;
    return new Line(kind, rev, rev, 1, false, key, in ? null : value, in ? value : null);
  }

  /** What a subscriber is told that begins with the state at 10 and wants everything. */
  static List<Line> all() {
    return new ArrayList<>(
        List.of(
            Line.of(Kind.LIFE, -1, ""),
            Line.of(Kind.REQUEST, 9, ""),
            line(Kind.EXISTING, 10, 10, "0", null, 100L),
            Line.of(Kind.BOOTSTRAPPED, 10, ""),
            line(Kind.INSERTED, 20, 20, "1", null, 600L),
            line(Kind.INSERTED, 29, 30, "2", null, 700L),
            line(Kind.INSERTED, 30, 30, "3", null, 300L),
            line(Kind.UPDATED, 40, 40, "1", 600L, 650L),
            line(Kind.PUBLISHED, 50, 50, "", null, 7L),
            line(Kind.REMOVED, 60, 60, "0", 100L, null),
            Line.of(Kind.PROGRESS, 65, ""),
            line(Kind.INSERTED, 70, 70, "3", null, 400L),
            line(Kind.UPDATED, 80, 80, "3", 400L, 800L)));
  }

  /** The same in the eyes of the filter for values of 500 and more. */
  static List<Line> big() {
    return new ArrayList<>(
        List.of(
            Line.of(Kind.LIFE, -1, ""),
            Line.of(Kind.REQUEST, 9, ""),
            Line.of(Kind.BOOTSTRAPPED, 10, ""),
            line(Kind.INSERTED, 20, 20, "1", null, 600L),
            line(Kind.INSERTED, 30, 30, "2", null, 700L),
            line(Kind.UPDATED, 40, 40, "1", 600L, 650L),
            line(Kind.PUBLISHED, 50, 50, "", null, 7L),
            Line.of(Kind.PROGRESS, 75, ""),
            line(Kind.INSERTED, 80, 80, "3", null, 800L)));
  }

  /** It is lost at 35, and told the state at 60 anew. */
  static List<Line> resynced() {
    var tape = all();
    tape.subList(7, 10).clear();
    tape.addAll(
        7,
        List.of(
            Line.of(Kind.RESYNC, 60, ""),
            line(Kind.EXISTING, 60, 60, "0", null, 650L),
            line(Kind.EXISTING, 60, 60, "1", null, 700L),
            line(Kind.EXISTING, 60, 60, "2", null, 300L),
            Line.of(Kind.BOOTSTRAPPED, 60, ""),
            Line.of(Kind.REQUEST, 9, "")));
    return tape;
  }

  /** A second life goes on behind 30. */
  static List<Line> resumed() {
    var tape = all();
    tape.addAll(7, List.of(Line.of(Kind.LIFE, 30, ""), Line.of(Kind.REQUEST, 9, "")));
    return tape;
  }

  /** The filter for values of 500 and more is changed to the other half at 60. */
  static List<Line> switched() {
    var tape = big();
    tape.subList(7, tape.size()).clear();
    tape.addAll(
        List.of(
            Line.of(Kind.FILTER, 0, "SMALL"),
            sifted(Kind.REMOVED, 60, "0", 650L),
            sifted(Kind.REMOVED, 60, "1", 700L),
            sifted(Kind.INSERTED, 60, "2", 300L),
            Line.of(Kind.FILTERED, 60, "SMALL"),
            line(Kind.INSERTED, 70, 70, "3", null, 400L),
            line(Kind.REMOVED, 80, 80, "3", 400L, null)));
    return tape;
  }

  static void judge(NamedFilter filter, List<Line> tape) {
    var role =
        new Role(
            0,
            Role.Home.EMBEDDED,
            Places.LIST,
            filter,
            Overflow.EVERY,
            /* switches= */ true,
            false);
    var judge = new ListJudge(role, HISTORY);
    judge.judge(tape);
    judge.expectEnd();
  }

  private static void broken(Promise promise, List<Line> good, Consumer<List<Line>> breaking) {
    broken(promise, NamedFilter.ALL, good, breaking);
  }

  private static void broken(
      Promise promise, NamedFilter filter, List<Line> good, Consumer<List<Line>> breaking) {
    judge(filter, good);
    breaking.accept(good);
    var failure = assertThrows(TortureFailure.class, () -> judge(filter, good));
    assertTrue(
        String.valueOf(failure.getMessage()).contains("(" + promise.name() + ")"),
        failure.getMessage());
  }

  private static void brokenSwitch(Consumer<List<Line>> breaking) {
    broken(Promise.FILTER, NamedFilter.BIG, switched(), breaking);
  }

  @Test
  void whatIsRightPasses() {
    judge(NamedFilter.ALL, all());
    judge(NamedFilter.BIG, big());
    judge(NamedFilter.ALL, resynced());
    judge(NamedFilter.ALL, resumed());
    judge(NamedFilter.BIG, switched());
  }

  @Test
  void ordered() {
    // Something that never was; at a place behind what was told; with another index or value.
    broken(Promise.ORDERED, all(), t -> t.add(7, line(Kind.REMOVED, 35, 35, "0", 100L, null)));
    broken(Promise.ORDERED, all(), t -> t.set(7, line(Kind.UPDATED, 25, 25, "1", 600L, 650L)));
    broken(Promise.ORDERED, all(), t -> t.set(7, line(Kind.UPDATED, 40, 40, "2", 600L, 650L)));
    broken(Promise.ORDERED, all(), t -> t.set(7, line(Kind.UPDATED, 40, 40, "1", 601L, 650L)));
    broken(Promise.ORDERED, all(), t -> t.set(7, line(Kind.UPDATED, 40, 40, "1", 600L, 651L)));
    broken(Promise.ORDERED, all(), t -> t.set(7, line(Kind.INSERTED, 40, 40, "1", 600L, 650L)));
    broken(Promise.ORDERED, all(), t -> t.set(8, line(Kind.PUBLISHED, 50, 50, "", null, 8L)));
    broken(Promise.ORDERED, all(), t -> t.set(8, line(Kind.INSERTED, 50, 50, "", null, 7L)));
    // Two changes of a list are never told as one.
    broken(
        Promise.ORDERED,
        all(),
        t -> t.set(7, new Line(Kind.UPDATED, 40, 40, 2, true, "1", 600L, 650L)));
  }

  @Test
  void unique() {
    broken(Promise.UNIQUE, all(), t -> t.add(8, t.get(7)));
    broken(Promise.UNIQUE, resynced(), t -> t.add(13, line(Kind.REMOVED, 60, 60, "0", 100L, null)));
  }

  @Test
  void complete() {
    broken(Promise.COMPLETE, all(), t -> t.remove(7));
    broken(Promise.COMPLETE, all(), t -> t.remove(8)); // the event of its own
    broken(Promise.COMPLETE, all(), t -> t.remove(12)); // nothing follows
    broken(Promise.COMPLETE, all(), t -> t.add(Line.of(Kind.ERROR, 0, "IllegalState")));
    judge(NamedFilter.ALL, with(all(), Line.of(Kind.ERROR, 0, "ConnectionLostException")));
    judge(NamedFilter.ALL, with(all(), Line.of(Kind.END, 0, "By request")));
    // Before a filter comes into force, what the other one lets pass has to be told.
    broken(Promise.COMPLETE, NamedFilter.BIG, switched(), t -> t.remove(6));
  }

  private static List<Line> with(List<Line> tape, Line last) {
    tape.add(last);
    return tape;
  }

  @Test
  void atomic() {
    // Another commit; a part that does not say that more follows; a last one that says so.
    broken(Promise.ATOMIC, all(), t -> t.set(5, line(Kind.INSERTED, 29, 29, "2", null, 700L)));
    broken(
        Promise.ATOMIC,
        NamedFilter.BIG,
        big(),
        t -> t.set(4, line(Kind.INSERTED, 29, 30, "2", null, 700L)));
  }

  @Test
  void bootstrap() {
    broken(Promise.BOOTSTRAP, all(), t -> t.set(2, line(Kind.EXISTING, 10, 10, "0", null, 101L)));
    broken(Promise.BOOTSTRAP, all(), t -> t.set(2, line(Kind.EXISTING, 10, 10, "1", null, 100L)));
    broken(Promise.BOOTSTRAP, all(), t -> t.remove(2));
    broken(Promise.BOOTSTRAP, all(), t -> t.add(2, t.get(2)));
    broken(Promise.BOOTSTRAP, NamedFilter.BIG, big(), t -> t.add(2, all().get(2)));
    // A change amid the state, an element of the state outside of it, an end without a state.
    broken(Promise.BOOTSTRAP, all(), t -> t.add(3, t.remove(4)));
    broken(Promise.BOOTSTRAP, all(), t -> t.add(4, t.get(2)));
    broken(Promise.BOOTSTRAP, all(), t -> t.add(4, t.get(3)));
  }

  @Test
  void resumable() {
    // What was missed between two lives, or is told of a state of another revision.
    broken(Promise.RESUMABLE, resumed(), t -> t.remove(9));
    broken(Promise.RESUMABLE, resynced(), t -> t.remove(8));
    broken(
        Promise.RESUMABLE, resynced(), t -> t.set(9, line(Kind.EXISTING, 60, 60, "1", null, 701L)));
    broken(Promise.RESUMABLE, resynced(), t -> t.set(7, Line.of(Kind.RESYNC, 25, "")));
    broken(Promise.COMPLETE, resynced(), t -> t.set(7, Resyncs.line(60, 30)));
    broken(Promise.RESUMABLE, resynced(), t -> t.set(11, Line.of(Kind.BOOTSTRAPPED, 61, "")));
    // Who goes on somewhere else than where he was is a mistake of the torture itself.
    var elsewhere = resumed();
    elsewhere.set(7, Line.of(Kind.LIFE, 40, ""));
    assertThrows(TortureFailure.class, () -> judge(NamedFilter.ALL, elsewhere));
  }

  @Test
  void bookmarkable() {
    broken(Promise.BOOKMARKABLE, all(), t -> t.remove(9));
    broken(Promise.BOOKMARKABLE, all(), t -> t.set(10, Line.of(Kind.PROGRESS, 55, "")));
    broken(Promise.BOOKMARKABLE, all(), t -> t.add(3, Line.of(Kind.PROGRESS, 10, "")));
    broken(
        Promise.BOOKMARKABLE,
        NamedFilter.BIG,
        big(),
        t -> t.set(7, Line.of(Kind.PROGRESS, 80, "")));
  }

  @Test
  void demand() {
    broken(Promise.DEMAND, all(), t -> t.set(1, Line.of(Kind.REQUEST, 8, "")));
    broken(
        Promise.DEMAND, NamedFilter.BIG, switched(), t -> t.set(1, Line.of(Kind.REQUEST, 8, "")));
    // What one life has asked for is nothing to the next one.
    broken(Promise.DEMAND, resumed(), t -> t.set(8, Line.of(Kind.REQUEST, 4, "")));
  }

  @Test
  void filter() {
    // What comes in or leaves is told as such, with its index in the whole list.
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        big(),
        t -> t.set(8, line(Kind.UPDATED, 80, 80, "3", 400L, 800L)));
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        big(),
        t -> t.set(8, line(Kind.INSERTED, 80, 80, "2", null, 800L)));
    // A change of the filter that forgets something, tells it otherwise, twice, or out of order.
    brokenSwitch(t -> t.remove(8));
    brokenSwitch(t -> t.remove(10));
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        switched(),
        t -> t.set(9, sifted(Kind.REMOVED, 60, "2", 700L)));
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        switched(),
        t -> t.set(9, sifted(Kind.REMOVED, 60, "1", 701L)));
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        switched(),
        t -> t.set(10, sifted(Kind.REMOVED, 60, "2", 300L)));
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        switched(),
        t -> t.set(9, sifted(Kind.REMOVED, 65, "1", 700L)));
    brokenSwitch(t -> t.add(10, t.get(10)));
    brokenSwitch(t -> t.add(9, t.remove(8)));
    // It comes into force too early, of another name or place, or nobody has asked for it.
    brokenSwitch(t -> t.add(9, t.remove(11)));
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        switched(),
        t -> t.set(11, Line.of(Kind.FILTERED, 60, "BIG")));
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        switched(),
        t -> t.set(11, Line.of(Kind.FILTERED, 61, "SMALL")));
    brokenSwitch(t -> t.remove(7));
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        switched(),
        t -> t.add(10, Line.of(Kind.PROGRESS, 60, "")));
    // It goes on by the one before.
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        switched(),
        t -> t.set(13, line(Kind.INSERTED, 80, 80, "3", null, 800L)));
    broken(
        Promise.ORDERED,
        NamedFilter.BIG,
        switched(),
        t -> t.replaceAll(l -> l.revision() == 60 ? again(l, 45) : l));
  }

  private static Line again(Line line, long revision) {
    return new Line(
        line.kind(), revision, revision, 1, line.timed(), line.text(), line.old(), line.value());
  }

  /** A state that is told while another filter is asked for may be that of either. */
  @Test
  void filterInForceInAState() {
    var byTheNewOne = switched();
    byTheNewOne.subList(8, 11).clear();
    byTheNewOne.addAll(
        8,
        List.of(
            Line.of(Kind.RESYNC, 60, ""),
            line(Kind.EXISTING, 60, 60, "2", null, 300L),
            Line.of(Kind.BOOTSTRAPPED, 60, "")));
    judge(NamedFilter.BIG, byTheNewOne);
    broken(Promise.RESUMABLE, NamedFilter.BIG, byTheNewOne, t -> t.remove(9));

    var byTheOldOne = switched();
    byTheOldOne.addAll(
        8,
        List.of(
            Line.of(Kind.RESYNC, 60, ""),
            line(Kind.EXISTING, 60, 60, "0", null, 650L),
            line(Kind.EXISTING, 60, 60, "1", null, 700L),
            Line.of(Kind.BOOTSTRAPPED, 60, ""),
            Line.of(Kind.REQUEST, 9, "")));
    judge(NamedFilter.BIG, byTheOldOne);
    broken(Promise.RESUMABLE, NamedFilter.BIG, byTheOldOne, t -> t.remove(10));
  }
}
