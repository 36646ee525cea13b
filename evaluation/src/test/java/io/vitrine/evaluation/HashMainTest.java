package io.vitrine.evaluation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own. */
class HashMainTest {
  private static final long BOUND_SECONDS = 60;

  @TempDir Path folder;

  private Process start(String heap, String... arguments) throws IOException {
    var command =
        Stream.concat(
            Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
                "-cp",
                System.getProperty("java.class.path"),
                HashMain.class.getName()),
            Stream.of(arguments));
    var builder = new ProcessBuilder(command.toList());
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Xmx" + heap);
    return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
  }

  @Test
  void shouldLeaveNothingWhereItIsEnded() throws Exception {
    Path keys = Files.writeString(folder.resolve("keys"), "a\nb\n");
    Process process = start("1g", "--quick", "--strategies=rapid,xxh3", "--keys=" + keys);
    try (BufferedReader err = process.errorReader(UTF_8)) {
      var said = new StringBuilder();
      String line = err.readLine();
      while (line != null && !line.contains("speed, round 1: xxh3")) {
        said.append(line).append('\n');
        line = err.readLine();
      }
      assertTrue(line != null, said::toString);
      List<ProcessHandle> children = process.toHandle().children().toList();
      process.destroy(); // SIGTERM
      assertTrue(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS), "it goes on");
      for (ProcessHandle child : children) {
        child.onExit().get(BOUND_SECONDS, TimeUnit.SECONDS);
        assertFalse(child.isAlive());
      }
      try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
        assertEquals(List.of(), left.toList());
      }
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void shouldSayInOneLineThatItsMemoryDoesNotDo() throws Exception {
    Process process = start("12m", "--quick", "--strategies=rapid"); // the words take more
    try (BufferedReader err = process.errorReader(UTF_8)) {
      List<String> said = err.lines().filter(line -> !line.startsWith("Picked up")).toList();
      assertTrue(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS), said::toString);
      assertEquals(1, process.exitValue(), said::toString);
      String last = said.getLast();
      assertTrue(last.startsWith("vitrine hash: out of memory with a heap of 12 MiB"), last);
      assertTrue(said.stream().noneMatch(line -> line.contains("\tat ")), said::toString);
    } finally {
      process.destroyForcibly();
    }
  }
}
