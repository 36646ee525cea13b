package io.vitrine.collections;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A vitrine that is opened by the first test that asks: suites are also made to be listed. */
final class ConformanceVitrine {
  private final String prefix;
  private Path folder;
  private Vitrine vitrine;

  /** Takes the prefix of the folder's name, or null for a vitrine in memory. */
  ConformanceVitrine(String prefix) {
    this.prefix = prefix;
  }

  Vitrine vitrine() {
    if (vitrine == null && prefix == null) {
      vitrine = Vitrine.inMemory();
    } else if (vitrine == null) {
      try {
        folder = Files.createTempDirectory(prefix);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      vitrine = Vitrine.open(folder);
    }
    return vitrine;
  }

  void close() {
    if (vitrine != null) {
      vitrine.close();
    }
    if (folder != null) {
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
