package io.vitrine.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's script, run by Node.js, draws every chart: wide, narrow and dark, and for paper. */
class PageTest {
  private static final String MACHINE =
      """
      {"processor": "a </script> one", "cores": 2, "jdk": "25", "system": "Linux", "quick": false,
       "peers": {"vitrine": {"version": "1", "flags": ""},
                 "hash-map": {"version": "25", "flags": "-Xmx4g"}}}\
      """;

  @TempDir Path folder;

  private final List<String> results = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Stands before the results. */
  private String runs = "";

  private void add(
      String bench, String system, String params, String unit, double value, String more) {
    results.add(
        String.format(
            Locale.ROOT,
            "{\"bench\": \"%s\", \"system\": \"%s\", \"params\": {%s}, \"unit\": \"%s\","
                + " \"value\": %f, \"low\": %f, \"high\": %f%s}",
            bench,
            system,
            params,
            unit,
            value,
            value * 0.9,
            value * 1.1,
            more));
  }

  private String page() throws IOException {
    return Page.of(
        "{\"machine\": "
            + MACHINE
            + runs
            + ", \"results\": ["
            + String.join(",\n", results)
            + "]}\n",
        notes);
  }

  private List<String> drawn() throws Exception {
    Path page = Files.writeString(folder.resolve("page.html"), page());
    Path script = Files.createFile(folder.resolve("draw.js"));
    for (String name : List.of("browser.js", "draw-bench.js")) {
      try (InputStream in = PageTest.class.getResourceAsStream(name)) {
        byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
        Files.write(script, bytes, StandardOpenOption.APPEND);
      }
    }
    try {
      Process process =
          new ProcessBuilder("node", script.toString(), page.toString())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertTrue(process.waitFor(150, TimeUnit.SECONDS));
      assertEquals(0, process.exitValue(), output);
      return output.lines().toList();
    } catch (IOException e) {
      return fail("no node found; install it (Debian, Ubuntu: apt-get install nodejs)", e);
    }
  }

  @Test
  void drawsRatiosPercentilesAndGrowth_atEverySize() throws Exception {
    for (int entries : List.of(1_000, 1_000_000, 100_000_000)) {
      String params = "\"key\": \"long\", \"entries\": " + entries;
      add("get", "vitrine", params, "ns/op", 100, ", \"ratio\": 1, \"allocated\": 16.2");
      add("get", "hash-map", params, "ns/op", 50, ", \"ratio\": 0.5");
    }
    for (String percentile : List.of("p99", "p50", "max")) {
      String params = "\"percentile\": \"" + percentile + "\"";
      add("latency", "vitrine", params, "ns", 900, ", \"ratio\": 1");
      add("latency", "chronicle-map", params, "ns", 1800, ", \"ratio\": 2");
    }
    add("share", "vitrine", "\"processes\": 2", "ops/s", 3e6, ", \"ratio\": 1");
    results.add(
        "{\"bench\": \"open\", \"system\": \"vitrine\", \"params\": {}, \"unit\": \"ms\","
            + " \"value\": null, \"low\": null, \"high\": null}");
    List<String> lines = drawn();
    for (String width : List.of("1000", "680", "360")) {
      for (String title :
          List.of("get: long", "latency", "latency: ns", "get by entries: long; ns/op")) {
        assertTrue(lines.contains(width + " " + title), lines::toString);
      }
      assertFalse(lines.contains(width + " share"), lines::toString);
    }
    assertTrue(lines.contains("# glance: get | 0.5 | "), lines::toString);
    assertTrue(lines.contains("# glance: latency |  | 2"), lines::toString);
    assertTrue(lines.contains("# count: 13 results"), lines::toString);
    assertTrue(
        lines.contains(
            "# results: get | vitrine | long, 1M entries | 100 | 90 | 110 | ns/op | 1 | 16.2 B"),
        lines::toString);
    assertTrue(lines.contains("# peers: hash-map | 25 | -Xmx4g"), lines::toString);
  }

  /** The smaller values with as many entries as only a run of its own has. */
  @Test
  void drawsResultsOfSeveralFiles_inOneChart() throws Exception {
    String other = MACHINE.replace("\"cores\": 2", "\"cores\": 4").replace("-Xmx4g", "-Xmx8g");
    runs =
        ", \"runs\": [{\"file\": \"run.json\", \"machine\": "
            + MACHINE
            + "}, {\"file\": \"large.json\", \"machine\": "
            + other
            + "}]";
    for (int entries : List.of(1_000, 10_000_000)) {
      String many = "\"value\": 64, \"entries\": " + entries;
      add("get", "vitrine", many, "ns/op", 100, ", \"ratio\": 1, \"file\": \"run.json\"");
      add("get", "hash-map", many, "ns/op", 50, ", \"ratio\": 0.5, \"file\": \"run.json\"");
    }
    for (int entries : List.of(1_000_000, 100_000_000)) {
      String more = "\"value\": 8, \"entries\": " + entries;
      add("get", "vitrine", more, "ns/op", 200, ", \"ratio\": 1, \"file\": \"large.json\"");
    }
    String params = "\"value\": 1024, \"entries\": 1000";
    add("get", "vitrine", params, "ns/op", 9, ", \"ratio\": 1, \"file\": \"run.json\"");
    List<String> lines = drawn();
    assertTrue(lines.contains("1000 get by entries: ns/op"), lines::toString);
    assertTrue(lines.contains("1000 get by value: 1,000 entries; ns/op"), lines::toString);
    String texts =
        lines.stream()
            .filter(line -> line.startsWith("# texts of get by entries: ns/op"))
            .findFirst()
            .orElseThrow();
    for (String text : List.of("1,000", "100M", "vitrine 64 B", "hash-map 64 B", "vitrine 8 B")) {
      assertTrue(texts.contains("| " + text), texts);
    }
    assertTrue(lines.contains("# machineTable:  | run.json | large.json"), lines::toString);
    assertTrue(lines.contains("# machineTable: cores | 2 | 4"), lines::toString);
    assertTrue(lines.contains("# peers: hash-map | 25 | -Xmx4g"), lines::toString);
    String result =
        "# results: get | vitrine | 8 B, 100M entries | 200 | 180 | 220 | ns/op | 1 |  | ";
    assertTrue(lines.contains(result + "large.json"), lines::toString);
  }

  @Test
  void tellsWhatToKnowBefore() throws Exception {
    add("share", "vitrine", "\"processes\": 2", "ops/s", 3e6, ", \"ratio\": 1");
    notes.add("a \"</script>\" is not complete");
    assertTrue(drawn().contains("# note: a \"</script>\" is not complete."));
  }

  @Test
  void leavesOutSections_thatNothingWasMeasuredFor() throws Exception {
    add("share", "vitrine", "\"processes\": 2", "ops/s", 3e6, ", \"ratio\": 1");
    List<String> lines = drawn();
    assertTrue(lines.contains("# percentilesPart hidden: true"), lines::toString);
    assertTrue(lines.contains("# growthPart hidden: true"), lines::toString);
    assertTrue(lines.contains("# count: 1 results"), lines::toString);
    assertFalse(lines.stream().anyMatch(line -> line.startsWith("# note:")), lines::toString);
  }

  /** Nothing is fetched, and no name ends the script. */
  @Test
  void isOneFileThatNeedsNoNetwork() throws IOException {
    String library;
    try (InputStream in = Page.class.getResourceAsStream("echarts.min.js")) {
      library = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    }
    String whole = page();
    assertTrue(whole.contains(library));
    String page = whole.replace(library, "");
    assertFalse(Pattern.compile("<(script|link|img)[^>]+(src|href)=").matcher(page).find());
    assertFalse(page.contains("@import"));
    for (String mark : List.of("LIBRARY", "SCRIPT", "STYLE", "NOTES", "FIGURES")) {
      assertFalse(page.contains("/*" + mark + "*/"), mark);
    }
    assertEquals(3, page.split("</script>", -1).length - 1);
  }
}
