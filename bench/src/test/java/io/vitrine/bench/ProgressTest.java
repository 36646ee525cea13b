package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.Progress.Step;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter out = new StringWriter();
  private long nanos;

  private Progress progress(boolean terminal, List<Step> plan) {
    return new Progress(new PrintWriter(out), terminal, plan, () -> nanos);
  }

  private void step(Progress progress, double seconds) {
    progress.begin();
    nanos += (long) (seconds * 1e9);
    progress.end();
  }

  @Test
  void secondsLeft_areThoseOfThePlanAtFirst() {
    Progress progress = progress(false, List.of(new Step("a", "a", 10), new Step("b", "b", 20)));
    assertEquals(30, progress.secondsLeft());
  }

  @Test
  void secondsLeft_areCorrectedByWhatStepsTook() {
    Progress progress = progress(false, List.of(new Step("a", "a", 10), new Step("b", "b", 20)));
    step(progress, 15);
    assertEquals(30, progress.secondsLeft(), 1e-9);
  }

  @Test
  void secondsLeft_areExactForWhatWasMadeBefore() {
    Progress progress =
        progress(
            false,
            List.of(
                new Step("a", "a", 10),
                new Step("b", "b", 10),
                new Step("a", "a", 10),
                new Step("b", "b", 10)));
    step(progress, 3);
    step(progress, 40);
    assertEquals(43, progress.secondsLeft(), 1e-9);
    step(progress, 3);
    assertEquals(40, progress.secondsLeft(), 1e-9);
    step(progress, 40);
    assertEquals(0, progress.secondsLeft());
  }

  /** Of a slow machine, whose steps take twice as long as was guessed. */
  @Test
  void whereTimeIsShort_theLastSpareStepsAreLeftOutFirst() {
    var plan = new ArrayList<Step>();
    for (String kind : List.of("a", "b", "c", "d")) {
      for (int round = 1; round <= 3; round++) {
        plan.add(new Step(kind + round, kind, 10, 1, round == 3));
      }
    }
    Progress progress = progress(false, plan);
    var made = new ArrayList<String>();
    for (Step step : plan) {
      if (step.spare() && !progress.hasTimeFor(1, 205, false)) {
        progress.leaveOut(1);
      } else {
        step(progress, 20);
        made.add(step.what());
      }
    }
    assertEquals(List.of("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "d1", "d2"), made);
    assertEquals(0, progress.secondsLeft());
  }

  /** The dear ones come first here, and one of them has as many figures as takes the same. */
  @Test
  void whereTimeIsShort_thoseWhoseFiguresTakeLongestAreLeftOutFirst() {
    var plan = new ArrayList<Step>();
    for (String kind : List.of("dear", "many", "cheap", "cheaper")) {
      for (int round = 1; round <= 3; round++) {
        int seconds = kind.startsWith("cheap") ? 10 : 30;
        int figures = kind.equals("many") ? 3 : 1;
        plan.add(new Step(kind + round, kind, seconds, figures, round == 3));
      }
    }
    Progress progress = progress(false, plan);
    var made = new ArrayList<String>();
    for (Step step : plan) {
      if (step.spare() && !progress.hasTimeFor(1, 210, true)) {
        progress.leaveOut(1);
      } else {
        step(progress, step.seconds());
        made.add(step.what());
      }
    }
    assertEquals(
        List.of(
            "dear1",
            "dear2",
            "many1",
            "many2",
            "many3",
            "cheap1",
            "cheap2",
            "cheap3",
            "cheaper1",
            "cheaper2",
            "cheaper3"),
        made);
  }

  @Test
  void whereTimeIsEnough_nothingIsLeftOut() {
    Progress progress =
        progress(false, List.of(new Step("a", "a", 10, 1, true), new Step("b", "b", 20, 1, true)));
    assertTrue(progress.hasTimeFor(1, 10, false));
    step(progress, 10);
    assertFalse(progress.hasTimeFor(1, 29, false));
    assertTrue(progress.hasTimeFor(1, 30, false));
  }

  @Test
  void elsewhereThanOnATerminal_fewLinesAreTold() {
    List<Step> plan = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      plan.add(new Step("step " + i, "all", 1));
    }
    Progress progress = progress(false, plan);
    plan.forEach(_ -> step(progress, 0.5));
    progress.done();
    List<String> lines = out.toString().lines().toList();
    assertEquals(21, lines.size(), out::toString);
    assertEquals("  0 %   16:40 left  step 0", lines.getFirst());
    assertTrue(lines.contains(" 50 %    4:07 left  step 506"), out::toString);
    assertEquals("100 %  done after 8:20", lines.getLast());
    assertFalse(out.toString().contains("\r"));
  }

  @Test
  void onATerminal_oneLineIsWrittenOver_andGoneBeforeAnythingElse() {
    Progress progress = progress(true, List.of(new Step("a", "a", 10), new Step("b", "b", 10)));
    step(progress, 1);
    step(progress, 1);
    progress.clear();
    progress.note("said");
    assertEquals(
        "\r\033[K  0 %    0:20 left  a\r\033[K 50 %    0:01 left  b\r\033[K\r\033[Ksaid\n",
        out.toString());
  }
}
