package io.vitrine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What this process has taken of the system. Immutable. Where there is no {@code /proc}, all
 * numbers are 0.
 *
 * @param files open file descriptors
 * @param mappings mapped files of stores
 * @param threads live threads
 */
public record ProcessUse(long files, long mappings, long threads) {
  private static final Path SELF = Path.of("/proc/self");

  /**
   * Counts.
   *
   * @return what is taken at this moment
   * @throws IOException if the system does not tell
   */
  public static ProcessUse now() throws IOException {
    if (!Files.isDirectory(SELF)) {
      return new ProcessUse(0, 0, 0);
    }
    try (var open = Files.list(SELF.resolve("fd"));
        var mapped = Files.lines(SELF.resolve("maps"));
        var tasks = Files.list(SELF.resolve("task"))) {
      return new ProcessUse(
          open.count(),
          mapped.filter(line -> line.contains(".vtr") || line.contains(".log")).count(),
          tasks.count());
    }
  }

  /**
   * Compares with what is taken later, when as much is in use.
   *
   * @param later what is taken then
   * @throws AssertionError if files or mappings have become more, or threads many more
   */
  public void checkSame(ProcessUse later) {
    // Threads of the JVM come and go by themselves.
    if (later.files > files || later.mappings > mappings || later.threads > threads + 20) {
      throw new AssertionError("took " + this + " before, " + later + " after");
    }
  }
}
