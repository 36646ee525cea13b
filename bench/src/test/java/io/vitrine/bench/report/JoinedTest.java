package io.vitrine.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class JoinedTest {
  private static final String MACHINE =
      """
      "processor": "one", "cores": 2, "folder /a": "tmpfs", "time": "noon", "seconds": 1,
      "peers": {"vitrine": {"version": "1", "flags": ""}}\
      """;

  private static RunFile run(String name, String machine, String... results) {
    String all = String.join(", ", results);
    return RunFile.parse(
        Path.of(name), "{\"machine\": {" + machine + "}, \"results\": [" + all + "]}");
  }

  private static String result(String system, String params, double value) {
    return String.format(
        Locale.ROOT,
        "{\"bench\": \"get\", \"system\": \"%s\", \"params\": {%s}, \"unit\": \"ns/op\","
            + " \"value\": %f, \"low\": null, \"high\": null}",
        system,
        params,
        value);
  }

  private static String result(long entries, double value) {
    return result("vitrine", "\"entries\": " + entries, value);
  }

  private static Joined joined(RunFile... runs) {
    return Joined.of(List.of(runs));
  }

  private static List<String> told(Joined joined) {
    return RunFile.parse(Path.of("joined"), joined.text()).figures().stream()
        .map(each -> each.system() + " " + each.conditions() + " " + Numbers.shown(each.value()))
        .toList();
  }

  @Test
  void takesEachResultFromTheFirstFileThatHasIt() {
    RunFile small = run("small", MACHINE, result(1_000, 10), result(1_000_000, 20));
    RunFile large =
        run(
            "large",
            MACHINE,
            result(1_000_000, 30),
            result("lmdb", "\"entries\": 1000000", 40),
            result(100_000_000, 50));
    assertEquals(
        List.of(
            "vitrine entries 1000 10.0",
            "vitrine entries 1000000 20.0",
            "lmdb entries 1000000 40.0",
            "vitrine entries 100000000 50.0"),
        told(joined(small, large)));
    assertEquals(
        List.of(
            "vitrine entries 1000000 30.0",
            "lmdb entries 1000000 40.0",
            "vitrine entries 100000000 50.0",
            "vitrine entries 1000 10.0"),
        told(joined(large, small)));
    assertEquals(
        List.of(
            "Joined: 2 results of small, 2 of 3 results of large; what several files have is that"
                + " of the first, and ratios are those within a file"),
        joined(small, large).notes());
  }

  /** Two of the same name in one file stay, and files of before name no loop. */
  @Test
  void knowsTheSameMeasurement() {
    RunFile first =
        run(
            "first",
            MACHINE,
            result(1, 1),
            result(1, 2),
            result("a", "\"rate\": 5, \"loop\": \"open\"", 3));
    RunFile second = run("second", MACHINE, result(1, 4), result("a", "\"rate\": 5", 5));
    assertEquals(
        List.of("vitrine entries 1 1.00", "vitrine entries 1 2.00", "a rate 5, loop open 3.00"),
        told(joined(first, second)));
  }

  @Test
  void tellsTheFileOfEachResult_andTheMachineOfEachFile() {
    RunFile first = run("a", "\"cores\": 2", result(1, 1));
    String text = joined(first, run("b", "\"cores\": 4", result(2, 2))).text();
    String machines =
        "{\"machine\":{\"cores\":2},\"runs\":[{\"file\":\"a\",\"machine\":{\"cores\":2}},"
            + "{\"file\":\"b\",\"machine\":{\"cores\":4}}],";
    assertEquals(machines, text.substring(0, machines.length()));
    for (String end :
        List.of("\"value\":1.0,\"low\":null,\"high\":null,\"file\":\"a\"}", "\"file\":\"b\"}]}")) {
      assertTrue(text.contains(end), text);
    }
  }

  @Test
  void saysWhereMachinesDiffer() {
    RunFile one = run("one", MACHINE);
    RunFile other =
        run(
            "other",
            """
            "processor": "two", "cores": 2, "memory": "1 GiB", "folder /b": "ext4", "time": "night",
            "peers": {"vitrine": {"version": "1", "flags": "-X"}, "lmdb": {"version": "9"}}\
            """);
    assertEquals(
        List.of(
            "The runs differ in processor: one in one, two in other",
            "The runs differ in memory: not told in one, 1 GiB in other",
            "The runs differ in flags of vitrine: none in one, -X in other"),
        joined(one, other).notes().subList(1, 4));
    assertEquals(4, joined(one, other).notes().size());
  }

  @Test
  void saysWhichFileIsNotComplete() {
    RunFile part = run("part", "\"complete\": false", result(1, 1));
    List<String> notes = joined(run("whole", "\"complete\": true"), part).notes();
    assertEquals("part is not complete: the run was interrupted before its end", notes.getFirst());
    assertEquals(2, notes.size());
  }

  @Test
  void leavesASingleFileAsItIs() {
    RunFile run = run("run", MACHINE, result(1, 1));
    assertEquals(new Joined(run.text(), List.of()), joined(run));
  }
}
