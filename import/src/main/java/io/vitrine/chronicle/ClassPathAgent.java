package io.vitrine.chronicle;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Puts the user's classes beside those of Chronicle, which makes classes for them there and would
 * not see them in a class loader of their own. The JVM starts it before the program, since the
 * manifest names it; for the main thread.
 */
public final class ClassPathAgent {
  private static @Nullable Instrumentation instrumentation;

  private ClassPathAgent() {}

  /**
   * Called by the JVM.
   *
   * @param arguments none
   * @param found what can add to the class path
   */
  public static void agentmain(@Nullable String arguments, Instrumentation found) {
    instrumentation = found;
  }

  /** Adds a jar or a folder of classes to the class path of this JVM. */
  static void add(Path place) {
    if (instrumentation == null) {
      throw new ImportException(
          "--classpath works only where the program was started with java -jar");
    }
    try {
      Path jar = Files.isDirectory(place) ? jarOf(place) : place;
      instrumentation.appendToSystemClassLoaderSearch(new JarFile(jar.toFile()));
    } catch (IOException | UncheckedIOException e) {
      throw new ImportException("--classpath has %s: %s".formatted(place, e.getMessage()), e);
    }
  }

  /** Only jars can be added. */
  private static Path jarOf(Path folder) throws IOException {
    Path jar = Files.createTempFile("vitrine-classes", ".jar");
    jar.toFile().deleteOnExit();
    try (OutputStream out = Files.newOutputStream(jar);
        var entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        entries.putNextEntry(new ZipEntry(name));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
    return jar;
  }
}
