package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vitrine.bench.report.Figure;
import io.vitrine.bench.report.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that is told to end leaves nothing, whatever it was about to do. */
@EnabledOnOs(OS.LINUX) // Processes that are nobody's children any more are found by their commands.
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class InterruptTest {
  private static final int TERMINATED = 143;
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(180);

  /** How often is looked: each time at all processes of the machine. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final List<String> INSERT = insert("20M");

  private static List<String> insert(String entries) {
    return List.of(
        "--only=insert", "--entries=" + entries, "--systems=vitrine,chronicle-map", "--rounds=2");
  }

  @TempDir Path folder;

  private final List<Process> runs = new ArrayList<>();

  /** Its folder is the first on the class path, and so in the command of each JVM. */
  private Process start(List<String> args) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--sun-misc-unsafe-memory-access=allow", "-Djava.io.tmpdir=" + folder));
    command.addAll(List.of("-cp", folder + ":" + System.getProperty("java.class.path")));
    command.add(BenchMain.class.getName());
    command.addAll(args);
    command.add("--where=" + folder);
    Process run =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    runs.add(run);
    return run;
  }

  @AfterEach
  void killWhatIsLeft() {
    runs.forEach(Process::destroyForcibly);
    await("they end", () -> others("").isEmpty() && runs.stream().noneMatch(Process::isAlive));
  }

  /** Commands of processes of the run besides itself that contain a word. */
  private List<String> others(String word) {
    return ProcessHandle.allProcesses()
        .map(InterruptTest::command)
        .filter(command -> command.contains(folder.toString()) && command.contains(word))
        .filter(command -> !command.contains(BenchMain.class.getName()))
        .toList();
  }

  private static String command(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    } catch (IOException e) {
      return ""; // It is gone.
    }
  }

  private static void await(String what, Supplier<Boolean> condition) {
    for (long since = System.nanoTime(); !condition.get(); ) {
      assertTrue(System.nanoTime() - since < WAIT_NANOS, "waited in vain until " + what);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private void assertLeavesNothing(Process run) throws InterruptedException {
    assertTrue(run.isAlive());
    run.destroy();
    assertEquals(TERMINATED, run.waitFor());
    assertEquals(List.of(), others(""));
    assertEquals(List.of(), files());
  }

  /** Names of files and folders of the run, whose own log lies there too. */
  private List<String> files() {
    try (Stream<Path> found = Files.list(folder)) {
      return found
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith("vitrine-bench"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The second is started when the first has ended, so that there is always one about to begin. */
  @ParameterizedTest
  @ValueSource(strings = {"peer=vitrine", "peer=chronicle-map"})
  void ends_whileAMapIsFilled(String peer) throws Exception {
    Process run = start(insert(peer.contains("vitrine") ? "20M" : "5M"));
    await(peer + " runs", () -> !run.isAlive() || !others(peer).isEmpty());
    assertLeavesNothing(run);
  }

  @Test
  void ends_whenFoldersHaveJustCome() throws Exception {
    Process run = start(INSERT);
    await("there is something", () -> !run.isAlive() || !files().isEmpty());
    assertLeavesNothing(run);
  }

  @Test
  void ends_whereJmhStartsTheJvm() throws Exception {
    Process run =
        start(List.of("--only=get", "--entries=1M", "--systems=vitrine,hash-map", "--rounds=5"));
    await("a JVM of JMH runs", () -> !run.isAlive() || !others("ForkedMain").isEmpty());
    assertLeavesNothing(run);
  }

  @Test
  void ends_whereRedisIsMeasured() throws Exception {
    assumeTrue(RedisServer.isThere());
    Process run = start(List.of("--only=rtt", "--systems=redis-jedis", "--rounds=5"));
    await("Redis runs", () -> !run.isAlive() || !others("redis-server").isEmpty());
    assertLeavesNothing(run);
  }

  private Process startToWrite(String entries, int rounds, Path json, Path html)
      throws IOException {
    return start(
        List.of(
            "--only=insert",
            "--entries=" + entries,
            "--systems=vitrine,chronicle-map",
            "--rounds=" + rounds,
            "--json=" + json,
            "--html=" + html));
  }

  /** The systems take turns: when the second begins, the first has been measured once. */
  @Test
  void writesWhatWasMeasured_andThatItIsNotAll() throws Exception {
    Path json = folder.resolve("run.json");
    Path html = folder.resolve("run.html");
    Process run = startToWrite("3M", 2, json, html);
    await("the second runs", () -> !run.isAlive() || !others("peer=chronicle-map").isEmpty());
    assertLeavesNothing(run);
    RunFile written = RunFile.read(json);
    assertFalse(written.isComplete());
    assertEquals(
        List.of(json + " is not complete: the run was interrupted after 1 of 4 measurements"),
        written.notes());
    assertNull(written.machine().get("failed"), written::text);
    Figure only = written.figures().getFirst();
    assertEquals(List.of(only), written.figures());
    assertEquals("vitrine", only.system());
    assertEquals(1, only.forks().size());
    assertTrue(Files.readString(html).contains(written.notes().getFirst()));
  }

  /** As by Ctrl-C, of which a JVM that measures may die before the run knows of it. */
  @Test
  void countsNoFailure_whereTheJvmThatMeasuresEndsFirst() throws Exception {
    Path json = folder.resolve("run.json");
    Process run = startToWrite("1K,20M", 1, json, folder.resolve("run.html"));
    await("there are many", () -> !run.isAlive() || !others("entries=20000000").isEmpty());
    List<ProcessHandle> jvms = run.children().toList();
    assertFalse(jvms.isEmpty());
    jvms.forEach(ProcessHandle::destroyForcibly);
    await("they have ended", () -> jvms.stream().noneMatch(ProcessHandle::isAlive));
    assertLeavesNothing(run);
    RunFile written = RunFile.read(json);
    assertEquals("after 2 of 4 measurements", written.machine().get("interrupted"));
    assertNull(written.machine().get("failed"), written::text);
    assertEquals(2, written.figures().size());
  }

  @Test
  void leavesFilesOfBefore_whereNothingWasMeasured() throws Exception {
    Path json = Files.writeString(folder.resolve("run.json"), "of before");
    var args = new ArrayList<>(INSERT);
    args.add("--json=" + json);
    Process run = start(args);
    await("a map is filled", () -> !run.isAlive() || !others("peer=vitrine").isEmpty());
    assertLeavesNothing(run);
    assertEquals("of before", Files.readString(json));
  }

  /** Nobody is left to remove folders then, but nothing runs on. */
  @ParameterizedTest
  @ValueSource(strings = {"peer=vitrine", "ForkedMain", "redis-server"})
  void processesEnd_evenIfTheRunIsKilled(String which) throws Exception {
    assumeTrue(!which.startsWith("redis") || RedisServer.isThere());
    assumeTrue(!which.startsWith("redis") || Programs.find("setpriv") != null);
    Process run =
        start(
            switch (which) {
              case "ForkedMain" ->
                  List.of("--only=get", "--entries=1M", "--systems=vitrine", "--rounds=5");
              case "redis-server" -> List.of("--only=rtt", "--systems=redis-jedis", "--rounds=5");
              default -> INSERT;
            });
    await(which + " runs", () -> !run.isAlive() || !others(which).isEmpty());
    assertTrue(run.isAlive());
    run.destroyForcibly().waitFor();
    await("all have ended", () -> others("").isEmpty());
  }
}
