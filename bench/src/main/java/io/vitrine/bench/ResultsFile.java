package io.vitrine.bench;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files of results. Stateless; any thread. */
final class ResultsFile {
  private ResultsFile() {}

  /**
   * Writes a file as a whole: until all of it is on the disk, what was there before stays. What is
   * no plain file, as a pipe, is written to as it is.
   *
   * @throws IOException if it cannot be written; names the file
   */
  static void write(Path file, String text) throws IOException {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        Files.writeString(file, text);
        return;
      }
      Path to = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      Path part =
          to.resolveSibling(to.getFileName() + "." + ProcessHandle.current().pid() + ".part");
      try {
        Files.writeString(part, text);
        Files.move(part, to, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      String why = e instanceof FileSystemException refused ? refused.getReason() : e.getMessage();
      throw new IOException(file + " cannot be written: " + (why == null ? e : why), e);
    }
  }
}
