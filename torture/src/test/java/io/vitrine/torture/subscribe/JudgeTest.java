package io.vitrine.torture.subscribe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Overflow;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.subscribe.Line.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The validators pass what is right, and each of them fails where its promise is broken. */
class JudgeTest {
  /** A change at 10; a group at 20 with three places; a visitor; an event; a removal. */
  static final History HISTORY =
      new History(
          List.of(
              new Happening(10, 10, "a", null, 100L),
              new Happening(18, 20, "b", null, 600L),
              new Happening(19, 20, "c", null, 700L),
              new Happening(20, 20, "a", 100L, 101L),
              new Happening(30, 30, "a", 101L, 800L),
              new Happening(40, 40, null, null, 7L),
              new Happening(50, 50, "b", 600L, null),
              new Happening(60, 60, "a", 800L, 102L)));

  static Role role(NamedFilter filter, Overflow overflow) {
    return new Role(0, Role.Home.EMBEDDED, Places.WILD, filter, overflow, false, false);
  }

  private static Line line(
      Kind kind, long rev, long commit, String key, @Nullable Long old, @Nullable Long value) {
    return new Line(kind, rev, commit, 1, kind != Kind.EXISTING, key, old, value);
  }

  /** What a subscriber is told that begins with the state at 10 and wants everything. */
  static List<Line> all() {
    return new ArrayList<>(
        List.of(
            Line.of(Kind.LIFE, -1, ""),
            Line.of(Kind.REQUEST, 8, ""),
            line(Kind.EXISTING, 10, 10, "a", null, 100L),
            Line.of(Kind.BOOTSTRAPPED, 10, ""),
            line(Kind.INSERTED, 18, 20, "b", null, 600L),
            line(Kind.INSERTED, 19, 20, "c", null, 700L),
            line(Kind.UPDATED, 20, 20, "a", 100L, 101L),
            line(Kind.UPDATED, 30, 30, "a", 101L, 800L),
            line(Kind.PUBLISHED, 40, 40, "", null, 7L),
            line(Kind.REMOVED, 50, 50, "b", 600L, null),
            Line.of(Kind.PROGRESS, 55, ""),
            line(Kind.UPDATED, 60, 60, "a", 800L, 102L)));
  }

  /** The same in the eyes of the filter for values of 500 and more. */
  static List<Line> big() {
    return new ArrayList<>(
        List.of(
            Line.of(Kind.LIFE, -1, ""),
            Line.of(Kind.REQUEST, 10, ""),
            Line.of(Kind.BOOTSTRAPPED, 10, ""),
            line(Kind.INSERTED, 18, 20, "b", null, 600L),
            line(Kind.INSERTED, 20, 20, "c", null, 700L),
            line(Kind.INSERTED, 30, 30, "a", null, 800L),
            line(Kind.PUBLISHED, 40, 40, "", null, 7L),
            line(Kind.REMOVED, 50, 50, "b", 600L, null),
            line(Kind.REMOVED, 60, 60, "a", 800L, null)));
  }

  /** The same joined: what happens to a by 30 is told as one, and so are its other changes. */
  static List<Line> latest() {
    return new ArrayList<>(
        List.of(
            Line.of(Kind.LIFE, -1, ""),
            Line.of(Kind.REQUEST, 10, ""),
            line(Kind.EXISTING, 10, 10, "a", null, 100L),
            Line.of(Kind.BOOTSTRAPPED, 10, ""),
            line(Kind.INSERTED, 19, 20, "c", null, 700L),
            new Line(Kind.UPDATED, 30, 30, 2, true, "a", 100L, 800L),
            line(Kind.PUBLISHED, 40, 40, "", null, 7L),
            line(Kind.UPDATED, 60, 60, "a", 800L, 102L),
            Line.of(Kind.PROGRESS, 65, "")));
  }

  /** Joined, and then looked at for values that are odd: as a lambda does from far. */
  static List<Line> sifted() {
    return new ArrayList<>(
        List.of(
            Line.of(Kind.LIFE, -1, ""),
            Line.of(Kind.REQUEST, 10, ""),
            Line.of(Kind.BOOTSTRAPPED, 10, ""),
            line(Kind.INSERTED, 20, 20, "a", null, 101L),
            line(Kind.PUBLISHED, 40, 40, "", null, 7L),
            new Line(Kind.REMOVED, 60, 60, 2, true, "a", 101L, null),
            Line.of(Kind.PROGRESS, 65, "")));
  }

  private static Map<String, Long> siftJoined(List<Line> tape) {
    var role =
        new Role(0, Role.Home.TEXT, Places.WILD, NamedFilter.ODD, Overflow.LATEST, false, false);
    return new Judge(role, HISTORY).judge(tape);
  }

  private static Map<String, Long> judge(NamedFilter filter, Overflow overflow, List<Line> tape) {
    return new Judge(role(filter, overflow), HISTORY).judge(tape);
  }

  private static void broken(Promise promise, List<Line> good, Consumer<List<Line>> breaking) {
    broken(promise, NamedFilter.ALL, Overflow.EVERY, good, breaking);
  }

  private static void broken(
      Promise promise,
      NamedFilter filter,
      Overflow overflow,
      List<Line> good,
      Consumer<List<Line>> breaking) {
    judge(filter, overflow, good);
    breaking.accept(good);
    var failure = assertThrows(TortureFailure.class, () -> judge(filter, overflow, good));
    assertTrue(
        String.valueOf(failure.getMessage()).contains("(" + promise.name() + ")"),
        failure.getMessage());
  }

  @Test
  void whatIsRightPasses() {
    assertEquals(Map.of("a", 102L, "c", 700L), judge(NamedFilter.ALL, Overflow.EVERY, all()));
    assertEquals(Map.of("c", 700L), judge(NamedFilter.BIG, Overflow.EVERY, big()));
    assertEquals(Map.of("a", 102L, "c", 700L), judge(NamedFilter.ALL, Overflow.LATEST, latest()));
    for (Line line : all()) {
      assertEquals(line.write(), Line.read(line.write()).write());
    }
  }

  @Test
  void whatIsJoinedBeforeItIsSifted() {
    assertEquals(Map.of(), siftJoined(sifted()));
    var apart = sifted(); // the next change shows nothing then
    apart.set(4, line(Kind.REMOVED, 30, 30, "a", 101L, null));
    apart.set(5, line(Kind.PUBLISHED, 40, 40, "", null, 7L));
    assertEquals(Map.of(), siftJoined(apart));
    var counted = sifted();
    counted.set(5, line(Kind.REMOVED, 60, 60, "a", 101L, null));
    assertThrows(TortureFailure.class, () -> siftJoined(counted));
    var left = sifted();
    left.remove(5);
    assertThrows(TortureFailure.class, () -> siftJoined(left));
  }

  @Test
  void ordered() {
    broken(
        Promise.ORDERED,
        all(),
        tape -> {
          tape.set(7, line(Kind.UPDATED, 15, 15, "a", 101L, 800L));
        });
    broken(
        Promise.ORDERED,
        all(),
        tape -> {
          tape.set(8, line(Kind.PUBLISHED, 40, 40, "", null, 8L));
        });
  }

  @Test
  void unique() {
    broken(Promise.UNIQUE, all(), tape -> tape.add(8, tape.get(7)));
  }

  @Test
  void complete() {
    broken(Promise.COMPLETE, all(), tape -> tape.remove(7));
    broken(Promise.COMPLETE, all(), tape -> tape.remove(8));
  }

  @Test
  void atomic() {
    broken(
        Promise.ATOMIC,
        all(),
        tape -> {
          tape.set(5, line(Kind.INSERTED, 19, 19, "c", null, 700L));
        });
    // The last one that passes must say that it is the last one.
    broken(
        Promise.ATOMIC,
        NamedFilter.BIG,
        Overflow.EVERY,
        big(),
        tape -> {
          tape.set(4, line(Kind.INSERTED, 19, 20, "c", null, 700L));
        });
  }

  @Test
  void bootstrap() {
    broken(
        Promise.BOOTSTRAP,
        all(),
        tape -> {
          tape.set(2, line(Kind.EXISTING, 10, 10, "a", null, 101L));
        });
    broken(Promise.BOOTSTRAP, all(), tape -> tape.remove(2));
    broken(Promise.BOOTSTRAP, all(), tape -> tape.add(2, tape.get(2)));
  }

  @Test
  void resumable() {
    // A second life behind 30 that misses the event, or that is told another difference.
    broken(Promise.RESUMABLE, second(), tape -> tape.remove(10));
    var resynced = second();
    resynced.subList(10, resynced.size()).clear();
    resynced.addAll(
        List.of(
            Line.of(Kind.RESYNC, 55, ""),
            new Line(Kind.REMOVED, 55, 55, 1, false, "b", 600L, null),
            Line.of(Kind.BOOTSTRAPPED, 55, ""),
            line(Kind.UPDATED, 60, 60, "a", 800L, 102L)));
    broken(Promise.RESUMABLE, resynced, tape -> tape.remove(11));
  }

  /** The log begins at 40: who has seen 30 has lost his place, who has seen 40 has not. */
  @Test
  void aResyncWhereTheLogReachesBackLeavesOutWhatItHas() {
    var resynced = second();
    resynced.subList(10, resynced.size()).clear();
    resynced.addAll(
        List.of(
            Resyncs.line(55, 40),
            new Line(Kind.REMOVED, 55, 55, 1, false, "b", 600L, null),
            Line.of(Kind.BOOTSTRAPPED, 55, ""),
            line(Kind.UPDATED, 60, 60, "a", 800L, 102L)));
    broken(Promise.COMPLETE, resynced, tape -> tape.set(10, Resyncs.line(55, 30)));
  }

  static List<Line> second() {
    var tape = all();
    tape.addAll(8, List.of(Line.of(Kind.LIFE, 30, ""), Line.of(Kind.REQUEST, 10, "")));
    return tape;
  }

  @Test
  void bookmarkable() {
    broken(Promise.BOOKMARKABLE, all(), tape -> tape.remove(9));
    broken(Promise.BOOKMARKABLE, all(), tape -> tape.set(10, Line.of(Kind.PROGRESS, 45, "")));
    broken(
        Promise.BOOKMARKABLE,
        NamedFilter.ALL,
        Overflow.LATEST,
        latest(),
        tape -> {
          tape.remove(7);
        });
  }

  @Test
  void demand() {
    broken(Promise.DEMAND, all(), tape -> tape.set(1, Line.of(Kind.REQUEST, 7, "")));
  }

  @Test
  void choice() {
    broken(
        Promise.CHOICE,
        NamedFilter.ALL,
        Overflow.LATEST,
        latest(),
        tape -> {
          tape.set(5, new Line(Kind.UPDATED, 30, 30, 1, true, "a", 100L, 800L)); // how many
        });
    broken(
        Promise.CHOICE,
        NamedFilter.ALL,
        Overflow.LATEST,
        latest(),
        tape -> {
          tape.set(5, new Line(Kind.UPDATED, 30, 30, 2, true, "a", 101L, 800L)); // first old value
        });
    broken(
        Promise.CHOICE,
        NamedFilter.ALL,
        Overflow.LATEST,
        latest(),
        tape -> {
          tape.set(5, new Line(Kind.UPDATED, 30, 30, 2, true, "a", 100L, 801L)); // last new value
        });
  }

  @Test
  void filter() {
    // An entry that comes into the filter, or leaves it, is not told, or as something else.
    broken(Promise.FILTER, NamedFilter.BIG, Overflow.EVERY, big(), tape -> tape.remove(5));
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        Overflow.EVERY,
        big(),
        tape -> {
          tape.set(5, line(Kind.UPDATED, 30, 30, "a", 101L, 800L));
        });
    // A change of the filter that forgets an entry.
    broken(Promise.FILTER, NamedFilter.BIG, Overflow.EVERY, switched(), tape -> tape.remove(9));
    // It comes into force before all that it changes is told, or behind what it was told of.
    broken(
        Promise.FILTER,
        NamedFilter.BIG,
        Overflow.EVERY,
        switched(),
        tape -> {
          tape.add(9, tape.remove(11));
        });
    broken(
        Promise.ORDERED,
        NamedFilter.BIG,
        Overflow.EVERY,
        switched(),
        tape -> {
          tape.replaceAll(l -> l.revision() == 45 ? at(l, 30) : l);
        });
  }

  private static Line at(Line line, long revision) {
    return new Line(
        line.kind(),
        revision,
        revision,
        line.changes(),
        line.timed(),
        line.text(),
        line.old(),
        line.value());
  }

  /** The filter is changed to the other half at 45. */
  static List<Line> switched() {
    var tape = big();
    tape.subList(7, tape.size()).clear();
    tape.addAll(
        List.of(
            Line.of(Kind.FILTER, 0, "SMALL"),
            new Line(Kind.REMOVED, 45, 45, 1, false, "a", 800L, null),
            new Line(Kind.REMOVED, 45, 45, 1, false, "b", 600L, null),
            new Line(Kind.REMOVED, 45, 45, 1, false, "c", 700L, null),
            Line.of(Kind.FILTERED, 45, "SMALL"),
            line(Kind.INSERTED, 60, 60, "a", null, 102L)));
    return tape;
  }

  @Test
  void ordinary() {
    broken(
        Promise.ORDINARY,
        NamedFilter.BIG,
        Overflow.EVERY,
        big(),
        tape -> {
          tape.set(8, line(Kind.UPDATED, 60, 60, "a", 800L, null));
        });
    Ordinary.judge(all());
    var visited = all();
    visited.add(line(Kind.INSERTED, 70, 70, "n1", null, 5L));
    visited.add(line(Kind.UPDATED, 71, 71, "n1", 5L, 6L));
    Ordinary.judge(visited);
    visited.add(line(Kind.UPDATED, 72, 72, "n1", 6L, 8L));
    assertThrows(TortureFailure.class, () -> Ordinary.judge(visited));
    var removedTwice = all();
    removedTwice.add(line(Kind.REMOVED, 70, 70, "b", 600L, null));
    assertThrows(TortureFailure.class, () -> Ordinary.judge(removedTwice));
  }
}
