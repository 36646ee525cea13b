package io.vitrine.remote.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a JVM of its own, started with no flag: nothing may be printed but its output. */
class ForkedCliTest {
  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void stop() {
    processes.forEach(Process::destroyForcibly);
  }

  private Process start(Path err, String... args) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private static BufferedReader out(Process process) {
    return new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  private static int end(Process process) throws InterruptedException {
    assertTrue(process.waitFor(150, TimeUnit.SECONDS), "the process does not end");
    return process.exitValue();
  }

  /** What nobody can read must not look like an empty answer. */
  @Test
  void outputThatIsLostIsAFailure() throws Exception {
    var full = new File("/dev/full");
    assumeTrue(full.exists(), "there is no /dev/full here");
    Path err = folder.resolve("full.err");
    for (List<String> args : List.of(List.of("--version"), List.of("token"))) {
      var command = new ArrayList<String>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
      command.addAll(args);
      var builder = new ProcessBuilder(command).redirectError(err.toFile()).redirectOutput(full);
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      Process process = builder.start();
      processes.add(process);
      assertEquals(1, end(process), args + ": " + Files.readString(err));
      assertTrue(
          Files.readString(err).startsWith("vitrine: cannot write to the standard output: "),
          Files.readString(err));
    }
  }

  /** Runs the program by a shell, which can do with descriptors what the JVM cannot. */
  private int shell(Path err, String after, String... args) throws Exception {
    var command = new ArrayList<String>();
    command.add("sh");
    command.add("-c");
    command.add("exec \"$@\" " + after);
    command.add("sh");
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    processes.add(process);
    return end(process);
  }

  /** The descriptor is one of the JVM's own files then; to close that ends the process. */
  @Test
  void aClosedStandardInputIsAFailure() throws Exception {
    assumeTrue(Files.exists(Path.of("/bin/sh")), "there is no shell here");
    Path err = folder.resolve("closed.err");
    String data = folder.resolve("store").toString();
    assertEquals(1, shell(err, "<&-", "import", "lines", "--data", data, "-", "/maps/m"));
    assertTrue(Files.readString(err).startsWith("vitrine import lines: "), Files.readString(err));
  }

  @Test
  void whatTheOutputIsAppendedToIsNotReplaced() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/fd")), "there is no /proc here");
    Path err = folder.resolve("append.err");
    Path log = Files.writeString(folder.resolve("log"), "mine\n");
    String data = folder.resolve("store").toString();
    assertEquals(0, end(start(err, "create", "--data", data, "m")));
    assertEquals(0, end(start(err, "put", "--data", data, "m", "a", "1")));
    assertEquals(
        1,
        shell(err, ">> " + log, "export", "--data", data, "m", "--out", "/dev/stdout"),
        Files.readString(log));
    assertEquals("mine\n", Files.readString(log));
    assertTrue(Files.readString(err).contains("is an open file of this process"));
  }

  @Test
  void servesUntilItIsToldToStop() throws Exception {
    Path serveErr = folder.resolve("serve.err");
    Process serve =
        start(serveErr, "serve", "--data", folder.resolve("store").toString(), "--port", "0");
    String listening = out(serve).readLine();
    assertTrue(listening.matches("listening on 127\\.0\\.0\\.1:\\d+"), listening);
    String address = listening.substring("listening on ".length());

    Path watchErr = folder.resolve("watch.err");
    Path err = folder.resolve("err");
    assertEquals(0, end(start(err, "create", "--connect", address, "prices")));
    assertEquals("", Files.readString(err));
    Process watch = start(watchErr, "watch", "--connect", address, "prices");
    BufferedReader events = out(watch);
    assertTrue(events.readLine().matches("- \\{rev: \\d+, event: !Bootstrapped \\{}}"));
    assertEquals(0, end(start(err, "put", "--connect", address, "prices", "EURUSD", "1.1")));
    String event = events.readLine();
    assertTrue(
        event.matches("- \\{rev: \\d+, event: !Inserted \\{key: EURUSD, value: 1.1}}"), event);
    assertEquals("", Files.readString(err));

    watch.destroy();
    assertEquals(0, end(watch));
    assertEquals("", Files.readString(watchErr));
    serve.destroy();
    assertEquals(0, end(serve));
    assertEquals("", Files.readString(serveErr));

    Process get =
        start(err, "get", "--data", folder.resolve("store").toString(), "prices", "EURUSD");
    assertEquals("1.1", out(get).readLine());
    assertEquals(0, end(get));
    assertEquals("", Files.readString(err));
  }
}
