package io.vitrine.examples.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that goes when it is closed. For one thread. */
final class TemporaryFolder implements AutoCloseable {
  private final Path path;

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  static TemporaryFolder create() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("vitrine-demo-"));
  }

  Path path() {
    return path;
  }

  /** Removes the folder and all in it; nobody may be writing there any more. */
  @Override
  public void close() {
    try (Stream<Path> walk = Files.walk(path)) {
      List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (NoSuchFileException _) {
      // It is gone: a signal came while it was being removed.
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + path + "; remove it by hand", e);
    }
  }
}
