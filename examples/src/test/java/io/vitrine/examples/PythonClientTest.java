package io.vitrine.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client in Python and its own tests, which speak both encodings over lines that are cut. */
class PythonClientTest {
  private static final int LINES_MAX = 300;

  /** In each encoding; so that a test which is not found is noticed. */
  private static final int TESTS = 40;

  @TempDir private Path folder;

  @Test
  void theClientInPythonPassesItsTests() throws Exception {
    String python =
        Programs.first(
            List.of("python3", "/usr/bin/python3"),
            List.of("-c", "import yaml, cbor2"),
            "no python3 with PyYAML and cbor2 found; install them (Debian, Ubuntu: apt-get install"
                + " python3-yaml python3-cbor2)");
    Path out = folder.resolve("out");
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      Process process =
          new ProcessBuilder(
                  python, "-B", "test_vitrine.py", String.valueOf(server.address().getPort()))
              .directory(Path.of("python").toFile())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
      boolean ended = process.waitFor(300, TimeUnit.SECONDS);
      process.destroyForcibly().waitFor();
      String said = Files.readString(out, UTF_8);
      assertTrue(ended, said);
      assertEquals(0, process.exitValue(), said);
      assertTrue(said.contains("Ran " + TESTS + " tests"), said);
    }
  }

  @Test
  void theClientIsShort() throws Exception {
    try (var lines = Files.lines(Path.of("python", "vitrine.py"))) {
      long count = lines.count();
      assertTrue(count < LINES_MAX, count + " lines, expected fewer than " + LINES_MAX);
    }
  }
}
