package io.vitrine.examples.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that goes with the demo, also when a signal ends it. For one thread.
 *
 * <p>Processes that still have files of it mapped may keep them: their memory stays until they end.
 */
final class TemporaryFolder implements AutoCloseable {
  private final Path path;
  private final Thread onExit = new Thread(this::delete, "demo-folder");

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  static TemporaryFolder create() throws IOException {
    var folder = new TemporaryFolder(Files.createTempDirectory("vitrine-demo-"));
    Runtime.getRuntime().addShutdownHook(folder.onExit);
    return folder;
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(onExit);
    delete();
  }

  private void delete() {
    try (Stream<Path> walk = Files.walk(path)) {
      List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (NoSuchFileException _) {
      // Somebody else has cleaned up.
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + path + "; remove it by hand", e);
    }
  }
}
