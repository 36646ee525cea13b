package io.vitrine.remote.lines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.remote.cli.Main;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an import says where a line takes more memory than there is. */
class MapLinesHeapTest {
  private static final String BEGINNING =
      """
      {"vitrine": "map", "version": 1, "path": "/maps/h", "key": "long", "value": "any"}
      {"key": 1, "value": "one"}
      {"key": 2, "value": "two"}
      """;

  @TempDir Path folder;

  @Test
  void aLineThatDoesNotFitIsToldWithItsPlace() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() {
            throw new OutOfMemoryError("Java heap space");
          }

          @Override
          public int read(byte[] to, int from, int count) {
            throw new OutOfMemoryError("Java heap space");
          }
        };
    try (Store store = Stores.inMemory();
        var in =
            new SequenceInputStream(new ByteArrayInputStream(BEGINNING.getBytes(UTF_8)), failing)) {
      var e = assertThrows(LinesException.class, () -> MapLines.read(store, null, "f", in));
      String message = String.valueOf(e.getMessage());
      assertTrue(
          message.startsWith("f:4: the line takes more memory than there is (Java heap space, "),
          message);
      assertTrue(message.contains("-Xmx"), message);
      assertTrue(message.endsWith("; 2 entries were imported"), message);
      assertFalse(message.contains("\n"), message);
      assertEquals(2, e.entries());
      assertEquals(2, store.genericMap("/maps/h").size());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The program in a JVM with a small heap. */
  @Test
  void theProgramSaysSoInOneLine() throws Exception {
    Path file = folder.resolve("large.json");
    Files.writeString(
        file, BEGINNING + "{\"key\": 3, \"value\": \"" + "x".repeat(16 << 20) + "\"}\n");
    Path err = folder.resolve("err");
    var builder =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx32m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "import",
                    "lines",
                    "--data",
                    folder.resolve("store").toString(),
                    file.toString()))
            .redirectError(err.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    try {
      assertTrue(process.waitFor(150, TimeUnit.SECONDS), "the process does not end");
    } finally {
      process.destroyForcibly();
    }
    List<String> told = Files.readAllLines(err);
    assertEquals(1, told.size(), "" + told);
    assertTrue(told.getFirst().contains("large.json:4: the line takes more memory"), "" + told);
    assertTrue(told.getFirst().endsWith("; 2 entries were imported"), "" + told);
    assertEquals(1, process.exitValue());
  }
}
