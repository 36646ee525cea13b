package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of results are there as a whole, or as they were before. */
class ResultsFileTest {
  @TempDir private Path folder;

  private List<Path> files() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(Path::getFileName).sorted().toList();
    }
  }

  @Test
  void takesThePlaceOfWhatWasThere() throws IOException {
    Path file = folder.resolve("run.json");
    ResultsFile.write(file, "one");
    ResultsFile.write(file, "two");
    assertEquals("two", Files.readString(file));
    assertEquals(List.of(Path.of("run.json")), files());
  }

  @Test
  void followsALink() throws IOException {
    Path file = folder.resolve("run.json");
    ResultsFile.write(file, "one");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);
    ResultsFile.write(link, "two");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("two", Files.readString(file));
  }

  /** As the disk that is full at once, which Linux has a name for. */
  @Test
  void tellsWhichFileAndWhy() throws IOException {
    Path full = Path.of("/dev/full");
    var refused = assertThrows(IOException.class, () -> ResultsFile.write(full, "text"));
    assertTrue(refused.getMessage().startsWith("/dev/full cannot be written: "), refused::toString);
    Path nowhere = folder.resolve("none").resolve("run.json");
    refused = assertThrows(IOException.class, () -> ResultsFile.write(nowhere, "text"));
    assertTrue(refused.getMessage().startsWith(nowhere + " cannot be written"), refused::toString);
    assertEquals(List.of(), files());
  }
}
