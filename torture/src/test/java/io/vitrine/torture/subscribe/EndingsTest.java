package io.vitrine.torture.subscribe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Overflow;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.subscribe.Line.Kind;
import io.vitrine.torture.subscribe.Role.Home;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What becomes of the slow is judged, whatever they have chosen, and wherever they live. */
class EndingsTest {
  private static final Line SLOW = Line.of(Kind.END, 0, "Too slow: the log has moved on");
  private static final Line ASKED = Line.of(Kind.END, 0, "By request");
  private static final Line RESYNC = Line.of(Kind.RESYNC, 40, "");

  private static final History HISTORY =
      new History(
          List.of(
              new Happening(10, 10, "a", null, 1L),
              new Happening(20, 20, "a", 1L, 2L),
              new Happening(30, 30, "a", 2L, 3L),
              new Happening(40, 40, "a", 3L, 4L)));

  private static Role role(Home home, Overflow overflow) {
    return new Role(0, home, Places.WILD, NamedFilter.ALL, overflow, false, true);
  }

  private static Line update(long revision, long old) {
    return new Line(Kind.UPDATED, revision, revision, 1, true, "a", old, old + 1);
  }

  private static Line behind(long millis) {
    return new Line(Kind.BEHIND, 35, millis, 1, false, "", null, null);
  }

  /** A life that begins with the state at 10 and is told of a change. */
  private static List<Line> life(Line... more) {
    var tape = new ArrayList<Line>();
    tape.add(Line.of(Kind.LIFE, -1, ""));
    tape.add(Line.of(Kind.REQUEST, 9, ""));
    tape.add(new Line(Kind.EXISTING, 10, 10, 1, false, "a", null, 1L));
    tape.add(Line.of(Kind.BOOTSTRAPPED, 10, ""));
    tape.add(update(20, 1));
    tape.addAll(Arrays.asList(more));
    return tape;
  }

  private static int judge(Home home, Overflow overflow, List<Line> tape) {
    List<Line> read = tape.stream().map(line -> Line.read(line.write())).toList();
    return Endings.judge(role(home, overflow), read);
  }

  private static void broken(Home home, Overflow overflow, List<Line> tape) {
    var failure = assertThrows(TortureFailure.class, () -> judge(home, overflow, tape));
    assertTrue(
        String.valueOf(failure.getMessage()).contains("(" + Promise.CHOICE.name() + ")"),
        failure.getMessage());
  }

  @Test
  void whatIsRightPasses() {
    for (Home home : Home.values()) {
      assertEquals(1, judge(home, Overflow.DISCONNECT, life(SLOW)));
      assertEquals(0, judge(home, Overflow.DISCONNECT, life(ASKED)));
      assertEquals(0, judge(home, Overflow.EVERY, life(RESYNC, ASKED)));
      assertEquals(0, judge(home, Overflow.LATEST, life(RESYNC, ASKED)));
      // Who comes back behind a place that the log has left is told what it missed.
      assertEquals(
          1,
          judge(home, Overflow.DISCONNECT, life(SLOW, Line.of(Kind.LIFE, 20, ""), RESYNC, ASKED)));
      // A process that was killed notes no end.
      assertEquals(1, judge(home, Overflow.DISCONNECT, life(Line.of(Kind.LIFE, 20, ""), SLOW)));
      assertEquals(
          1, judge(home, Overflow.DISCONNECT, life(notes(Endings.NOTES, SLOW, behind(1 << 20)))));
    }
  }

  @Test
  void onlyWhoChoseItIsDisconnected() {
    broken(Home.EMBEDDED, Overflow.EVERY, life(SLOW));
    broken(Home.BINARY, Overflow.LATEST, life(SLOW));
  }

  @Test
  void whoChoseItIsNotResynced() {
    broken(Home.EMBEDDED, Overflow.DISCONNECT, life(RESYNC));
    broken(Home.OTHER_JVM, Overflow.DISCONNECT, life(RESYNC));
    // A client of a server resumes by itself.
    assertEquals(0, judge(Home.TEXT, Overflow.DISCONNECT, life(RESYNC)));
  }

  @Test
  void theEndIsToldOnce_andIsTheEnd() {
    for (Home home : Home.values()) {
      for (Overflow overflow : Overflow.values()) {
        broken(home, overflow, life(ASKED, ASKED));
        broken(home, overflow, life(ASKED, update(30, 2)));
        broken(home, overflow, life(Line.of(Kind.ERROR, 0, "ConnectionLost"), ASKED));
        // The next life has begun when the call comes.
        broken(
            home,
            overflow,
            life(ASKED, Line.of(Kind.LIFE, 20, ""), Line.of(Kind.AFTER_END, 30, "UPDATED")));
      }
      broken(home, Overflow.DISCONNECT, life(SLOW, SLOW));
      broken(home, Overflow.DISCONNECT, life(SLOW, Line.of(Kind.PROGRESS, 30, "")));
    }
  }

  @Test
  void theEndIsToldSoon() {
    for (Home home : Home.values()) {
      int most = role(home, Overflow.DISCONNECT).isFar() ? Endings.NOTES_FAR : Endings.NOTES;
      assertEquals(1, judge(home, Overflow.DISCONNECT, life(notes(most, SLOW))));
      broken(home, Overflow.DISCONNECT, life(notes(most + 1, SLOW)));
      // What it is told meanwhile shows that it is not behind.
      assertEquals(
          0, judge(home, Overflow.DISCONNECT, life(notes(most, update(30, 2), behind(5)))));
    }
  }

  /** So many notes that it is behind, and what comes then. */
  private static Line[] notes(int count, Line... then) {
    var lines = new ArrayList<Line>(Collections.nCopies(count, behind(5)));
    lines.addAll(List.of(then));
    return lines.toArray(Line[]::new);
  }

  @Test
  void whatCameBeforeTheEndHasNoGap() {
    for (Overflow overflow : List.of(Overflow.EVERY, Overflow.DISCONNECT)) {
      var whole = new Judge(role(Home.EMBEDDED, overflow), HISTORY);
      whole.judge(life(update(30, 2), SLOW));
      var gap = new Judge(role(Home.EMBEDDED, overflow), HISTORY);
      var failure = assertThrows(TortureFailure.class, () -> gap.judge(life(update(40, 3), SLOW)));
      assertTrue(String.valueOf(failure.getMessage()).contains("(COMPLETE)"));
      // When all have been told all, nothing is missing behind it either.
      assertThrows(TortureFailure.class, whole::expectEnd);
      var end = new Judge(role(Home.EMBEDDED, overflow), HISTORY);
      end.judge(life(update(30, 2), update(40, 3)));
      end.expectEnd();
    }
  }

  @Test
  void theSlowStickInEveryHome() {
    List<Role> roles = Role.some(48);
    for (Overflow overflow : List.of(Overflow.EVERY, Overflow.DISCONNECT)) {
      Set<Home> homes =
          roles.stream()
              .filter(role -> role.sticks() && role.overflow() == overflow)
              .map(Role::home)
              .collect(Collectors.toSet());
      assertEquals(EnumSet.allOf(Home.class), homes, overflow::name);
    }
  }
}
