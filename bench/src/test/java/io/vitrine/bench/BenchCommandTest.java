package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.report.RunFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... args) {
    String[] texts = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      texts[i] = args[i].toString();
    }
    return BenchMain.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(texts);
  }

  @Test
  void tellsItsVersion() throws IOException {
    assertEquals(0, run("-V"));
    String version = out.toString().strip();
    String pom = Files.readString(Path.of("..", "pom.xml"));
    assertTrue(version.startsWith("vitrine "), version);
    assertTrue(pom.contains("<version>" + version.substring(8) + "-SNAPSHOT</version>"), version);
  }

  @Test
  void listsAllNames_orThoseThatAreAskedFor() {
    assertEquals(List.of("get"), listed("--only=get"));
    assertEquals(List.of("put", "hash-long"), listed("--only=hash-long,put"));
    List<String> hashes = listed("--only=hash", "--quick");
    assertEquals("hash", hashes.getFirst());
    assertTrue(hashes.contains("hash-string-16"), hashes::toString);
    assertTrue(hashes.stream().allMatch(name -> name.startsWith("hash")), hashes::toString);
    List<String> all = listed();
    assertTrue(all.containsAll(List.of("get", "hash", "space", "journal")), all::toString);
    for (String name : all) {
      assertTrue(listed("--only=" + name, "--quick").contains(name), name);
    }
    assertRefused("--only names no, expected of get, ", "--list", "--only=get,no");
  }

  @Test
  void refusesListsThatNameNothing() {
    assertRefused("--only names nothing", "--list", "--only=,");
    assertRefused("--systems names nothing", "--list", "--systems=,");
    assertRefused("--entries names nothing", "--list", "--entries=,");
  }

  @Test
  void refusesNestingWithoutEnd() throws IOException {
    Path deep = folder.resolve("deep.json");
    Files.writeString(deep, "[".repeat(5_000) + "]".repeat(5_000));
    assertRefused(
        deep.getFileName() + "", "--read=" + deep, "--html=" + folder.resolve("page.html"));
  }

  private List<String> listed(Object... args) {
    out.getBuffer().setLength(0);
    Object[] all = Arrays.copyOf(args, args.length + 1);
    all[args.length] = "--list";
    assertEquals(0, run(all), err::toString);
    return out.toString().lines().toList();
  }

  /** The smallest run there is: sizes of a message, in JVMs of their own. */
  @Test
  void measures_tells_andWritesJsonAndPage() throws IOException {
    Path json = folder.resolve("run.json");
    Path html = folder.resolve("run.html");
    assertEquals(
        0,
        run(
            "--quick",
            "--only=examples",
            "--entries=1K",
            "--systems=vitrine,chronicle-map",
            "--where=" + folder,
            "--json=" + json,
            "--html=" + html),
        err::toString);
    RunFile run = RunFile.read(json);
    assertTrue(
        run.machine()
            .keySet()
            .containsAll(
                List.of(
                    "processor",
                    "cores",
                    "memory",
                    "system",
                    "jdk",
                    "time",
                    "quick",
                    "rounds",
                    "peers",
                    "complete",
                    "seconds")),
        run.machine()::toString);
    var peers = (Map<?, ?>) run.machine().get("peers");
    assertEquals(Set.of("vitrine", "chronicle-map"), peers.keySet());
    assertEquals(Set.of("version", "flags"), ((Map<?, ?>) peers.get("chronicle-map")).keySet());
    assertEquals(12, run.figures().size());
    assertTrue(run.figures().stream().allMatch(figure -> figure.value() > 0), run::text);
    assertTrue(run.figures().stream().allMatch(figure -> figure.allocated() >= 0), run::text);
    assertTrue(out.toString().contains(" B allocated"), out::toString);
    run.figures().stream()
        .filter(figure -> figure.system().equals("vitrine"))
        .forEach(figure -> assertEquals(1, figure.ratio()));
    assertTrue(out.toString().contains("examples: example iteration"), out::toString);
    assertTrue(err.toString().contains("  0 %"), err::toString);
    assertTrue(err.toString().contains("100 %  done after"), err::toString);
    assertTrue(Files.readString(html).contains("\"bench\": \"examples\""));
    assertEquals(
        Set.of(json.getFileName(), html.getFileName()),
        Set.copyOf(names())); // what the systems wrote is gone
  }

  private List<Path> names() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(Path::getFileName).toList();
    }
  }

  @Test
  void ratio_isAboveOneWhereVitrineIsAhead() throws IOException {
    var results = new Results();
    Map<String, Object> params = new LinkedHashMap<>(Map.of("entries", 1000L));
    results.add(Peer.VITRINE, new Reading("get", params, "ns/op", List.of(90.0, 110.0, 100.0), 0));
    results.add(Peer.HASH_MAP, Reading.of("get", params, "ns/op", 50));
    results.add(Peer.VITRINE, Reading.of("share", params, "ops/s", 300));
    results.add(Peer.CHRONICLE_MAP, Reading.of("share", params, "ops/s", 100));
    results.add(Peer.JDK, Reading.of("alone", params, "ns/op", Double.NaN));
    Path file =
        Files.writeString(
            folder.resolve("run.json"), Report.json(Map.of("cores", 2), results.all()));
    var figures = RunFile.read(file).figures();
    assertEquals(
        List.of(1.0, 0.5, 1.0, 3.0), figures.stream().limit(4).map(each -> each.ratio()).toList());
    assertEquals(90, figures.getFirst().low());
    assertEquals(110, figures.getFirst().high());
    assertEquals(3, figures.getFirst().samples());
    assertEquals(List.of(100.0), figures.getFirst().forks()); // one JVM, however often it measured
    assertTrue(Double.isNaN(figures.getLast().value()));
  }

  @Test
  void compares_asTextAndAsJson() throws IOException {
    Path old = folder.resolve("old.json");
    Path newer = folder.resolve("new.json");
    Files.writeString(old, results(100));
    Files.writeString(newer, results(200));
    Path json = folder.resolve("changes.json");
    assertEquals(0, run("--compare", old, newer, "--json=" + json), err::toString);
    assertTrue(out.toString().contains("slower: 1"), out::toString);
    assertTrue(Files.readString(json).contains("\"verdict\": \"slower\""), out::toString);
    assertEquals("", err.toString());
  }

  @Test
  void namesTheLoopOfPercentiles_andWhatIsAllocated() throws IOException {
    Path json = folder.resolve("run.json");
    assertEquals(
        0,
        run(
            "--quick",
            "--only=visibility",
            "--systems=machine",
            "--entries=1K",
            "--where=" + folder,
            "--json=" + json),
        err::toString);
    var figures = RunFile.read(json).figures();
    assertEquals(4, figures.size());
    for (var figure : figures) {
      assertEquals("closed", figure.params().get("loop"), figure::toString);
      assertTrue(figure.allocated() >= 0, figure::toString);
      assertEquals(List.of(figure.value()), figure.forks());
    }
    assertTrue(out.toString().contains("loop closed"), out::toString);
  }

  /** JVMs that find no class of the bench: as a measurement fails, whatever the reason. */
  @Test
  void endsWithAnError_andSaysSo_whereMeasurementsFailed() throws IOException {
    Path json = folder.resolve("run.json");
    String classPath = System.getProperty("java.class.path");
    System.setProperty("java.class.path", folder.toString());
    try {
      int code =
          run(
              "--quick",
              "--only=examples",
              "--systems=vitrine",
              "--entries=1K",
              "--where=" + folder,
              "--json=" + json);
      assertEquals(1, code, err::toString);
    } finally {
      System.setProperty("java.class.path", classPath);
    }
    assertTrue(err.toString().contains("1 of 1 measurements failed"), err::toString);
    assertEquals("1 measurements", RunFile.read(json).machine().get("failed"));
  }

  @Test
  void measuresWhatHasTheSystem_andLeavesTheRestOut() {
    assertEquals(
        0,
        run(
            "--quick",
            "--only=get,visibility",
            "--systems=machine",
            "--entries=1K",
            "--where=" + folder),
        err::toString);
    assertTrue(out.toString().contains("ping-pong"), out::toString);
  }

  private static final String PART =
      "{\"machine\": {\"complete\": false, \"interrupted\": \"after 1 of 9 measurements\"},";

  @Test
  void saysWhichRunWasInterrupted() throws IOException {
    Path part = folder.resolve("part.json");
    Files.writeString(part, results(100).replace("{\"machine\": {},", PART));
    Path whole = Files.writeString(folder.resolve("whole.json"), results(200));
    String said = part + " is not complete: the run was interrupted after 1 of 9 measurements\n";
    Path json = folder.resolve("changes.json");
    assertEquals(0, run("--compare", whole, part, "--json=" + json), err::toString);
    assertTrue(out.toString().contains(said), out::toString);
    assertTrue(Files.readString(json).contains("\"complete\": false"));
    out.getBuffer().setLength(0);
    Path html = folder.resolve("part.html");
    assertEquals(0, run("--read=" + part, "--html=" + html), err::toString);
    assertEquals(said, out.toString());
    assertTrue(Files.readString(html).contains(said.strip()));
    assertEquals(0, run("--compare", whole, whole, "--json=" + json), err::toString);
    assertTrue(Files.readString(json).contains("\"complete\": true"));
  }

  @Test
  void readsSeveralFiles() throws IOException {
    Path first = Files.writeString(folder.resolve("first.json"), results(100));
    Path second = folder.resolve("second.json");
    String other = results(200).replace("{\"machine\": {}", "{\"machine\": {\"cores\": 2}");
    Files.writeString(second, other.replace("\"entries\": 1", "\"entries\": 100000000"));
    Path html = folder.resolve("both.html");
    assertEquals(0, run("--read=" + first + "," + second, "--html=" + html), err::toString);
    assertEquals(
        List.of(
            "Joined: 1 results of "
                + first
                + ", 1 results of "
                + second
                + "; what several files have is that of the first, and ratios are those within a"
                + " file",
            "The runs differ in cores: not told in " + first + ", 2 in " + second),
        out.toString().lines().toList());
    String page = Files.readString(html);
    assertTrue(page.contains("\"params\":{\"entries\":1}"));
    assertTrue(page.contains("\"params\":{\"entries\":100000000}"));
    assertTrue(page.contains("The runs differ in cores"));
    Path missing = folder.resolve("no");
    assertRefused("there is no such file", "--read=" + first + "," + missing, "--html=" + html);
  }

  private static String results(double value) {
    var results = new Results();
    for (int fork = -1; fork <= 1; fork++) {
      Map<String, Object> params = Map.of("entries", 1L);
      results.add(Peer.VITRINE, Reading.of("get", params, "ns/op", value + fork));
    }
    return Report.json(Map.of(), results.all());
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    Path results = Files.writeString(folder.resolve("run.json"), results(1));
    Path other = Files.writeString(folder.resolve("other.json"), "[]");
    assertRefused("vitrine bench: " + other + ": no results", "--compare", results, other);
    assertRefused("there is no such file", "--compare", folder.resolve("no"), other);
    assertRefused("--compare", "--compare", results);
    assertRefused(
        "--compare takes two files, found 4",
        "--compare",
        results,
        other,
        "--compare",
        results,
        other);
    assertRefused("/dev/null: is no plain file", "--compare", "/dev/null", other);
    assertRefused("--compare takes two files", "--compare", results, results, "--html=x.html");
    assertRefused("give --html", "--read=" + results);
    assertRefused("expected a file in a folder that is there", "--html=/no/such/folder/a.html");
    assertRefused("expected a file in a folder that is there", "--json=" + folder);
    assertRefused("give no --quick", "--compare", results, results, "--quick");
    assertRefused("give no --entries", "--read=" + results, "--html=a.html", "--entries=1K");
    assertRefused("give no --json", "--list", "--json=" + results);
    Path same = folder.resolve("x/../run.json");
    Files.createDirectory(folder.resolve("x"));
    assertRefused("which another option names", "--compare", results, other, "--json=" + same);
    assertRefused("which another option names", "--read=" + results, "--html=" + results);
    assertRefused("which another option names", "--json=" + results, "--html=" + same);
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    assertRefused(
        "which another option names",
        "--json=" + folder.resolve("new"),
        "--html=" + link.resolve("new"));
    assertRefused("--only names no, expected of", "--only=no");
    assertRefused("--systems: no system is called no", "--systems=no");
    assertRefused("--entries has 0", "--entries=0");
    assertRefused("--entries has 9999999M", "--entries=9999999M");
    assertRefused("--rounds is 0, expected 1 or more", "--rounds=0");
    assertRefused("--where has /no/such/folder, expected a folder", "--where=/no/such/folder");
    assertRefused("--threads has 2, which nothing", "--only=space", "--threads=2");
    assertRefused("--threads has 2, which nothing", "--only=getAll32", "--threads=2");
    assertRefused("--only names get-string, which", "--only=get,get-string", "--values=8");
    assertRefused("--entries has 1000, which nothing", "--only=hash", "--entries=1K");
    assertRefused(
        "--counters names cycles, which nothing", "--only=hash-long", "--counters=cycles");
    assertRefused(
        "--systems names aeron, with which nothing of this is measured, expected of vitrine, ",
        "--only=get",
        "--systems=aeron");
  }

  private void assertRefused(String message, Object... args) {
    err.getBuffer().setLength(0);
    assertEquals(2, run(args), err::toString);
    assertTrue(err.toString().contains(message), err::toString);
    assertFalse(err.toString().contains("\tat "), err::toString);
  }
}
