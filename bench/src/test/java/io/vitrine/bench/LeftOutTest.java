package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.Peer;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeftOutTest {
  private static final List<Long> USUAL_SCALE = List.of(1_000L, 10_000_000L);
  private static final double SECONDS_OF_QUICK = 300;

  private long nanos;

  private static Settings settings(boolean quick, Set<String> only, List<Long> scale) {
    return new Settings(
        quick,
        quick ? 1 : 3,
        false,
        only,
        EnumSet.allOf(Peer.class),
        List.of(Path.of("/memory"), Path.of("/disk")),
        quick ? List.of(1_000_000L) : List.of(1_000_000L, 10_000_000L),
        new Matrix(List.of(), List.of(), List.of(), scale),
        List.of());
  }

  /** A run on a machine where everything takes so many times as long as is guessed. */
  private Set<String> run(Settings settings, LeftOut leftOut, double slowness) {
    nanos = 0;
    List<Workload> plan = Plan.of(settings);
    var steps = new ArrayList<Progress.Step>();
    for (Workload workload : plan) {
      for (int round = 1; round <= workload.rounds(settings.rounds()); round++) {
        for (Peer peer : workload.peers()) {
          steps.add(
              new Progress.Step(
                  workload.name(),
                  List.of(workload, peer),
                  workload.seconds(peer),
                  workload.figures(),
                  leftOut.isSpare(workload, round)));
        }
      }
    }
    var progress = new Progress(new PrintWriter(Writer.nullWriter()), false, steps, () -> nanos);
    var made = new LinkedHashSet<String>();
    for (Workload workload : plan) {
      for (int round = 1; round <= workload.rounds(settings.rounds()); round++) {
        if (leftOut.leavesOut(workload, round, workload.peers().size(), progress)) {
          continue;
        }
        made.add(workload.name());
        for (Peer peer : workload.peers()) {
          progress.begin();
          nanos += (long) (workload.seconds(peer) * slowness * 1e9);
          progress.end();
        }
      }
    }
    return made;
  }

  @Test
  void leavesOutTheEndOfAShortRun_whereTheMachineIsSlow() {
    Settings quick = settings(true, Set.of(), USUAL_SCALE);
    for (double slowness : List.of(3.0, 5.0, 10.0)) {
      var leftOut = new LeftOut(quick);
      Set<String> made = run(quick, leftOut, slowness);
      assertTrue(nanos / 1e9 < SECONDS_OF_QUICK, nanos / 1e9 + " s where all takes " + slowness);
      assertTrue(made.containsAll(Set.of("get", "put")), made::toString);
      assertTrue(leftOut.count() > 0);
      String what = leftOut.what();
      assertNotNull(what);
      assertTrue(what.startsWith(leftOut.count() + " measurements: "), what);
      assertTrue(what.endsWith("journal"), what);
      String note = leftOut.note();
      assertNotNull(note);
      assertTrue(note.contains("--only makes them: ") && note.endsWith("journal"), note);
    }
  }

  @Test
  void leavesOutNothing_whereTheMachineIsAsGuessed() {
    for (boolean quick : List.of(true, false)) {
      Settings settings = settings(quick, Set.of(), USUAL_SCALE);
      var leftOut = new LeftOut(settings);
      run(settings, leftOut, 1);
      assertEquals(0, leftOut.count());
      assertNull(leftOut.what());
      assertNull(leftOut.note());
    }
  }

  @Test
  void leavesOutThirdJvms_ofAWholeRun() {
    Settings whole = settings(false, Set.of(), USUAL_SCALE);
    var leftOut = new LeftOut(whole);
    Set<String> made = run(whole, leftOut, 1.2);
    Plan.of(whole).forEach(workload -> assertTrue(made.contains(workload.name())));
    assertEquals(leftOut.count() + " measurements of a third JVM", leftOut.what());
    String note = leftOut.note();
    assertNotNull(note);
    assertTrue(note.contains("--rounds 3 makes all"), note);
  }

  /** Who says what he wants gets it, however long that takes. */
  @Test
  void leavesOutNothing_whereSomebodySaysWhatHeWants() {
    Settings named = settings(true, Set.of("space", "journal"), USUAL_SCALE);
    Settings counted = settings(true, Set.of(), List.of(1_000_000L));
    for (Settings settings : List.of(named, counted)) {
      var leftOut = new LeftOut(settings);
      run(settings, leftOut, 10);
      assertEquals(0, leftOut.count());
      assertFalse(leftOut.isSpare(Plan.of(settings).getLast(), 3));
    }
  }
}
