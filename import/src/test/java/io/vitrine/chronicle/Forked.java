package io.vitrine.chronicle;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Runs classes in JVMs of their own, from a jar whose manifest carries the flags that Chronicle Map
 * needs: the same that the jar of this module has, and no other.
 */
final class Forked {
  private static final long SECONDS_MAX = 300;

  record Outcome(int code, String out, String err) {}

  private final Path folder;

  Forked(Path folder) {
    this.folder = folder;
  }

  /** Runs a main class to its end. */
  Outcome run(Class<?> main, Object... arguments) throws IOException, InterruptedException {
    return run(main.getName(), List.of(), arguments);
  }

  /** Runs a main class to its end, with more folders of classes. */
  Outcome run(String main, List<Path> classes, Object... arguments)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process process =
        builder(main, classes, arguments)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new AssertionError(main + " takes too long: " + Files.readString(err));
      }
      return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }

  /** Starts a main class, whose streams are pipes. */
  Process start(Class<?> main, Object... arguments) throws IOException {
    return builder(main.getName(), List.of(), arguments)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private ProcessBuilder builder(String main, List<Path> classes, Object... arguments)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Not needed, but it keeps warnings from between the lines that tests look at.
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(List.of("-jar", jar(main, classes).toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new ProcessBuilder(command);
  }

  private Path jar(String main, List<Path> classes) throws IOException {
    Path jar = folder.resolve(main + ".jar");
    if (Files.exists(jar)) {
      return jar;
    }
    var manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, main);
    attributes.put(Attributes.Name.CLASS_PATH, classPath(classes));
    attributes.putValue("Add-Exports", System.getProperty("chronicle.exports"));
    attributes.putValue("Add-Opens", System.getProperty("chronicle.opens"));
    attributes.putValue("Enable-Native-Access", "ALL-UNNAMED");
    attributes.putValue("Launcher-Agent-Class", ClassPathAgent.class.getName());
    try (OutputStream out = Files.newOutputStream(jar);
        var file = new JarOutputStream(out, manifest)) {
      file.finish();
    }
    return jar;
  }

  private static String classPath(List<Path> classes) {
    var urls = new ArrayList<String>();
    classes.forEach(place -> urls.add(place.toUri().toString()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toString());
    }
    return String.join(" ", urls);
  }

  /** The next line that a process prints. */
  static String line(Process process) throws IOException {
    return String.valueOf(process.inputReader(StandardCharsets.UTF_8).readLine());
  }
}
