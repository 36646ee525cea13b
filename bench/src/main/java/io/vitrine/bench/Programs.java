package io.vitrine.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds programs of the system. Stateless, for any thread. */
final class Programs {
  private Programs() {}

  /** Where a program is in {@code PATH}, or null if it is not installed. */
  static @Nullable Path find(String name) {
    String path = System.getenv("PATH");
    if (path == null) {
      return null;
    }
    for (String place : path.split(File.pathSeparator, -1)) {
      Path file = Path.of(place, name);
      if (Files.isExecutable(file) && !Files.isDirectory(file)) {
        return file;
      }
    }
    return null;
  }
}
