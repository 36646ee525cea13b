package io.vitrine.store;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JVM that a test started: the same class path, a small heap, quick to start. It ends with the
 * test's own JVM, since it watches its standard input.
 */
final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static ChildJvm start(Class<?> main, List<String> jvmArguments, String... arguments) {
    var command = new ArrayList<String>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(jvmArguments);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    try {
      return new ChildJvm(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** To be called by the child's main: ends it when the test's JVM is gone. */
  static void endWithParent() {
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            while (System.in.read() >= 0) {
              // nobody writes here
            }
          } catch (IOException e) {
            // as good as its end
          }
          Runtime.getRuntime().halt(3);
        });
  }

  /** Next line that the child prints, null when it has ended. */
  @Nullable String line() {
    try {
      return output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills it with SIGKILL. */
  void kill() {
    process.destroyForcibly();
    waitFor();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int waitFor() {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
