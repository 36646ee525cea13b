package io.vitrine.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.report.Comparison.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
  @TempDir Path folder;

  /** Of as many JVMs as there are medians; the one in the middle is the value. */
  private static Figure figure(String bench, String unit, double... medians) {
    double[] sorted = medians.clone();
    Arrays.sort(sorted);
    return new Figure(
        bench,
        "vitrine",
        Map.of("entries", 1000),
        unit,
        sorted[sorted.length / 2],
        sorted[0],
        sorted[sorted.length - 1],
        9,
        Arrays.stream(medians).boxed().toList(),
        Double.NaN,
        1);
  }

  private static RunFile run(Figure... figures) {
    return new RunFile(Path.of("run.json"), "", Map.of("cores", 2), List.of(figures));
  }

  private static Verdict verdict(Figure before, Figure after) {
    return Comparison.of(run(before), run(after)).changes().getFirst().verdict();
  }

  @Test
  void isLevelWhereTheRangesOfJvmsAreNoFartherFromEachOtherThanNoise() {
    Figure before = figure("get", "ns/op", 110, 90, 100);
    assertEquals(Verdict.LEVEL, verdict(before, figure("get", "ns/op", 110, 120, 130)));
    assertEquals(Verdict.LEVEL, verdict(before, figure("get", "ns/op", 120.9, 125, 130)));
    assertEquals(Verdict.SLOWER, verdict(before, figure("get", "ns/op", 121.1, 125, 130)));
    assertEquals(Verdict.LEVEL, verdict(before, figure("get", "ns/op", 70, 80, 82)));
    assertEquals(Verdict.FASTER, verdict(before, figure("get", "ns/op", 70, 80, 81.7)));
  }

  /** The next JVM may compile the same in another way: two from the same build. */
  @Test
  void isLevelWhereOneJvmOfThreeIsAsFastAsTheOthers() {
    Figure before = figure("get", "ns/op", 731, 380, 720);
    assertEquals(Verdict.LEVEL, verdict(before, figure("get", "ns/op", 383, 390, 370)));
  }

  @Test
  void knowsThatMoreASecondIsBetter() {
    Figure before = figure("share", "ops/s", 90, 100, 110);
    assertEquals(Verdict.FASTER, verdict(before, figure("share", "ops/s", 190, 200, 210)));
    assertEquals(Verdict.SLOWER, verdict(before, figure("share", "ops/s", 40, 50, 60)));
  }

  @Test
  void tellsNoChangeOfFewerThanThreeJvms() {
    Figure one = figure("get", "ns/op", 731);
    Figure three = figure("get", "ns/op", 380, 383, 390);
    assertEquals(Verdict.TOO_FEW, verdict(one, figure("get", "ns/op", 383)));
    assertEquals(Verdict.TOO_FEW, verdict(one, three));
    assertEquals(Verdict.TOO_FEW, verdict(three, figure("get", "ns/op", 731, 740)));
    assertEquals(Verdict.LEVEL, verdict(one, figure("get", "ns/op", 700)));
    String text = Comparison.of(run(one), run(figure("get", "ns/op", 383))).text();
    assertTrue(text.contains("too few JVMs to tell (it takes 3 in both runs"), text);
    assertFalse(text.contains("faster"), text);
  }

  /** It is measured in one JVM, since it is the same in each. */
  @Test
  void tellsAChangeOfSpaceFromOneJvm() {
    Figure before = figure("space", "B", 100);
    assertEquals(Verdict.SLOWER, verdict(before, figure("space", "B", 200)));
    assertEquals(Verdict.FASTER, verdict(before, figure("space", "B", 50)));
    assertEquals(Verdict.LEVEL, verdict(before, figure("space", "B", 105)));
  }

  /** Their samples may all be of one JVM. */
  @Test
  void tellsNoChangeFromFilesOfBefore_whichDoNotNameJvms() throws IOException {
    Path old = folder.resolve("old.json");
    Files.writeString(
        old,
        """
        {"machine": {}, "results": [
          {"bench": "get", "system": "vitrine", "params": {"entries": 1000}, "unit": "ns/op",
           "value": 731, "low": 608, "high": 854, "samples": 5}]}
        """);
    RunFile before = RunFile.read(old);
    assertEquals(List.of(), before.figures().getFirst().forks());
    assertEquals(
        Verdict.TOO_FEW,
        verdict(before.figures().getFirst(), figure("get", "ns/op", 380, 383, 390)));
    assertEquals(
        Verdict.LEVEL, verdict(before.figures().getFirst(), figure("get", "ns/op", 560, 580, 590)));
  }

  @Test
  void knowsAClosedLoopThatFilesOfBeforeDoNotName() {
    Figure closed = withParams(Map.of("percentile", "p50", "loop", "closed"));
    assertEquals(Verdict.LEVEL, verdict(withParams(Map.of("percentile", "p50")), closed));
    Figure open = withParams(Map.of("percentile", "p50", "loop", "open", "rate", 200_000));
    assertEquals(Verdict.NEW, verdict(closed, open));
  }

  /** Of a journal, which files of before tell without it. */
  @Test
  void knowsAnOpenLoopThatFilesOfBeforeDoNotName() {
    Figure before = withParams(Map.of("percentile", "p50", "rate", 100_000));
    Figure after = withParams(Map.of("percentile", "p50", "loop", "open", "rate", 100_000));
    assertEquals(Verdict.LEVEL, verdict(before, after));
  }

  private static Figure withParams(Map<String, Object> params) {
    return new Figure(
        "latency", "vitrine", params, "ns", 5, 4, 6, 3, List.of(4.0, 5.0, 6.0), Double.NaN, 1);
  }

  @Test
  void isLevelWhereNothingCouldBeMeasured() {
    Figure before = figure("get", "ns/op", 90, 100, 110);
    double none = Double.NaN;
    assertEquals(Verdict.LEVEL, verdict(before, figure("get", "ns/op", none, none, none)));
  }

  @Test
  void tellsWhatIsNewAndGone() {
    Figure get = figure("get", "ns/op", 90, 100, 110);
    Figure put = figure("put", "ns/op", 90, 100, 110);
    Figure open = figure("open", "ms", 9, 10, 11);
    var comparison = Comparison.of(run(get, put), run(open, put));
    assertEquals(
        List.of(Verdict.NEW, Verdict.LEVEL, Verdict.GONE),
        comparison.changes().stream().map(Comparison.Change::verdict).toList());
    String text = comparison.text();
    assertTrue(text.contains("new: 1\n  open vitrine (entries 1000): 10.0 ms"), text);
    assertTrue(text.contains("gone: 1\n  get vitrine"), text);
    assertTrue(text.contains("level, since the spreads touch: 1 of 3"), text);
  }

  @Test
  void tellsTheGreatestChangeFirst_andWhatElseDiffers() {
    var before =
        new RunFile(
            Path.of("a"),
            "",
            Map.of("cores", 4),
            List.of(figure("get", "ns/op", 90, 100, 110), figure("put", "ns/op", 9, 10, 11)));
    var after = run(figure("get", "ns/op", 190, 200, 210), figure("put", "ns/op", 39, 40, 41));
    String text = Comparison.of(before, after).text();
    assertTrue(text.contains("The runs differ in cores: 4 in a, 2 in run.json"), text);
    assertTrue(
        text.contains("10.0 ns/op [9.00 .. 11.0], then 40.0 ns/op [39.0 .. 41.0]: +300 %"), text);
    assertTrue(text.indexOf("put vitrine") < text.indexOf("get vitrine"), text);
  }

  @Test
  void tellsAsTextAndInItsTree_whatMakesRunsHardToCompare() {
    var before =
        new RunFile(
            Path.of("a"),
            "",
            Map.of("rounds", 3, "quick", true, "peers", Map.of("lmdb", Map.of("flags", "-X"))),
            List.of());
    var after =
        new RunFile(
            Path.of("b"),
            "",
            Map.of(
                "complete",
                false,
                "rounds",
                1,
                "quick",
                true,
                "peers",
                Map.of("lmdb", Map.of("flags", "-Y"))),
            List.of());
    var comparison = Comparison.of(before, after);
    List<String> differences =
        List.of(
            "The runs differ in rounds: 3 in a, 1 in b",
            "The runs differ in flags of lmdb: -X in a, -Y in b");
    assertEquals(differences, comparison.tree().get("differences"));
    assertEquals(after.notes(), comparison.tree().get("notes"));
    differences.forEach(each -> assertTrue(comparison.text().contains(each), comparison::text));
  }

  @Test
  void readsWhatARunWrites_withNullForWhatCouldNotBeMeasured() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("run.json"),
            """
            {"machine": {"cores": 2}, "results": [
              {"bench": "get", "system": "hash-map", "params": {"entries": 1000, "key": "long"},
               "unit": "ns/op", "value": 100.5, "low": 90, "high": 110, "samples": 3,
               "ratio": 1.5},
              {"bench": "get", "system": "vitrine", "params": {}, "unit": "ns/op",
               "value": null, "low": null, "high": null}]}
            """);
    RunFile run = RunFile.read(file);
    assertEquals(Map.of("cores", 2), run.machine());
    Figure first = run.figures().getFirst();
    assertEquals(Map.of("entries", 1000, "key", "long"), first.params());
    assertEquals(100.5, first.value());
    assertEquals(1.5, first.ratio());
    assertEquals(3, first.samples());
    assertTrue(Double.isNaN(first.allocated()));
    assertTrue(Double.isNaN(run.figures().getLast().value()));
    assertEquals(1, run.figures().getLast().samples());
  }

  @Test
  void refusesWhatIsNoResultOfARun() throws IOException {
    assertRefused("there is no such file", folder.resolve("missing"));
    assertRefused("line 2: not JSON", written("{\n oops"));
    assertRefused("not JSON", Files.write(folder.resolve("bytes"), new byte[] {-1, -2}));
    assertRefused("expected an object of \"machine\" and \"results\"", written("[1, 2]"));
    assertRefused("expected an object of \"machine\"", written("{\"results\": []}"));
    assertRefused(
        "result 1: \"system\" is null, expected a text",
        written("{\"machine\": {}, \"results\": [{\"bench\": \"get\", \"value\": 1}]}"));
    assertRefused(
        "result 1: \"value\" is \"fast\", expected a number",
        written("{\"machine\": {}, \"results\": [{\"bench\": \"get\", \"value\": \"fast\"}]}"));
  }

  private Path written(String text) throws IOException {
    return Files.writeString(folder.resolve("some.json"), text);
  }

  private static void assertRefused(String expected, Path file) {
    var refused = assertThrows(NotResultsException.class, () -> RunFile.read(file));
    assertTrue(refused.getMessage().contains(expected), refused::getMessage);
    assertTrue(refused.getMessage().startsWith(file.toString()), refused::getMessage);
  }
}
