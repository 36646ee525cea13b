package io.vitrine.examples.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.examples.Jvm;
import io.vitrine.examples.VitrineMain;
import io.vitrine.remote.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo from end to end, with its real processes, on fewer flights. */
@Timeout(400)
class DemoTest {
  private static final String FLIGHTS = "20000";
  private static final long DEADLINE_SECONDS = 150;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  private int demo(String... arguments) {
    var all = new ArrayList<>(List.of("demo"));
    all.addAll(List.of(arguments));
    return run(all.toArray(String[]::new));
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private String printed() {
    return out.toString() + err;
  }

  private void assertPrinted(String part) {
    assertTrue(printed().contains(part), () -> "no \"" + part + "\" in:\n" + printed());
  }

  @Test
  void endsWithEveryNumberAsInTheFile() {
    int code = demo("--flights", FLIGHTS, "--data", folder.toString());
    assertEquals(0, code, this::printed);
    assertPrinted("loaded 3,376 airports");
    assertPrinted("killed the embedded replayer");
    assertPrinted("killed the watcher of everything");
    assertPrinted("the watcher resumes after revision ");
    assertPrinted("updates          40,000 ");
    assertPrinted("events           43,376 ");
    assertPrinted("no gap and no duplicate");
    assertPrinted(" 1  ORD  Chicago O'Hare International, Chicago");
    assertPrinted("PASS in ");
    assertFalse(printed().contains("differs:"), this::printed);
    assertEquals(0, get("ORD"), this::printed);
    assertPrinted("!AirportStats {iata: ORD, name: \"Chicago O'Hare International\", ");
  }

  /** Looks at what the demo left behind with another command of the program. */
  private int get(String iata) {
    String store = folder.resolve("store").toString();
    return run("get", "--data", store, Airports.PATH, iata);
  }

  @Test
  void failsIfSomebodyElseChangesATotal() throws Exception {
    var code =
        CompletableFuture.supplyAsync(() -> demo("--flights", "2000", "--data", folder.toString()));
    Path store = folder.resolve("store");
    awaitThat(() -> code.isDone() || Files.exists(store));
    try (Vitrine vitrine = Airports.attach(store.toString())) {
      var map = Airports.map(vitrine);
      awaitThat(() -> code.isDone() || map.containsKey("ATL"));
      map.computeIfPresent("ATL", (_, airport) -> oneMinuteMore(airport));
    }
    assertEquals(1, code.get(DEADLINE_SECONDS, TimeUnit.SECONDS), this::printed);
    assertPrinted("differs: the store has ATL as ");
    assertPrinted("differs: events of the watcher: 7377, expected 7376");
    assertPrinted("FAIL in ");
  }

  private static AirportStats oneMinuteMore(AirportStats a) {
    return new AirportStats(
        a.iata(),
        a.name(),
        a.city(),
        a.state(),
        a.departures(),
        a.arrivals(),
        a.totalDelay() + 1,
        a.worstDelay(),
        a.lastFlight(),
        a.lastEmbedded(),
        a.lastRemote());
  }

  @Test
  void refusesTheFolderOfAnEarlierRun() {
    try (Vitrine vitrine = Airports.attach(folder.resolve("store").toString())) {
      Airports.map(vitrine);
    }
    assertEquals(2, demo("--data", folder.toString()), this::printed);
    assertPrinted("holds the airports of an earlier run; name another folder or remove it");
  }

  @Test
  void refusesANumberOfFlightsThatThereIsNot() {
    assertEquals(2, demo("--flights", "300001"), this::printed);
    assertPrinted("--flights is 300001, expected 8 to 300000");
  }

  @Test
  void leavesNoProcessBehindWhenItIsKilled() throws Exception {
    Jvm demo = Jvm.start(VitrineMain.class, "demo", "--data", folder);
    try (BufferedReader lines = demo.process().inputReader(UTF_8)) {
      awaitLine(lines, " loaded 3,376 airports");
      List<ProcessHandle> children = demo.process().descendants().toList();
      assertTrue(children.size() >= 4, () -> "children: " + children.size());
      demo.process().destroyForcibly().waitFor();
      awaitEnd(children);
    }
  }

  @Test
  void leavesNothingBehindWhenASignalEndsIt() throws Exception {
    Jvm demo = Jvm.start(VitrineMain.class, "demo");
    try (BufferedReader lines = demo.process().inputReader(UTF_8)) {
      String serving = awaitLine(lines, " serving ");
      Path store = Path.of(serving.replaceAll(".* serving (.*) on .*", "$1"));
      assertTrue(Files.isDirectory(store), serving);
      awaitLine(lines, " loaded 3,376 airports");
      List<ProcessHandle> children = demo.process().descendants().toList();
      demo.process().destroy();
      assertTrue(demo.process().waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS), "still running");
      assertFalse(Files.exists(store.getParent()), serving);
      awaitEnd(children);
    }
  }

  private static String awaitLine(BufferedReader lines, String part) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.contains(part)) {
      line = lines.readLine();
    }
    if (line == null) {
      throw new AssertionError("the demo ended before it printed \"" + part + "\"");
    }
    return line;
  }

  private static void awaitEnd(List<ProcessHandle> processes) throws Exception {
    for (ProcessHandle process : processes) {
      process.onExit().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private interface Condition {
    boolean holds();
  }

  private static void awaitThat(Condition condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < deadline, "timed out");
      LockSupport.parkNanos(1_000_000); // what is waited for needs the processors
    }
  }
}
