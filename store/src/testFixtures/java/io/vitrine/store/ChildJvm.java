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
 * test's own JVM, since it watches its standard input. For one thread.
 */
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private final boolean isLaunched;

  private ChildJvm(Process process, boolean isLaunched) {
    this.process = process;
    this.isLaunched = isLaunched;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts a JVM.
   *
   * @param main its main class, which calls {@link #endWithParent} first of all
   * @param jvmArguments flags of the JVM
   * @param arguments arguments of the program
   * @return the JVM, which has not come to its main method yet
   */
  public static ChildJvm start(Class<?> main, List<String> jvmArguments, String... arguments) {
    return startBy(List.of(), main, jvmArguments, arguments);
  }

  /**
   * Starts a JVM by a command that runs its arguments, such as {@code unshare}.
   *
   * @param launcher the command and its own arguments; it stays as the JVM's parent, and ends when
   *     that has ended
   * @param main its main class, which calls {@link #endWithParent} first of all
   * @param jvmArguments flags of the JVM
   * @param arguments arguments of the program
   * @return the JVM
   */
  public static ChildJvm startBy(
      List<String> launcher, Class<?> main, List<String> jvmArguments, String... arguments) {
    var command = new ArrayList<String>(launcher);
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(jvmArguments);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    try {
      return new ChildJvm(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start(),
          !launcher.isEmpty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** To be called by the child's main: ends it when the test's JVM is gone. */
  public static void endWithParent() {
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

  /**
   * Waits for the next line that the child prints.
   *
   * @return the line, null when it has ended
   */
  public @Nullable String line() {
    try {
      return output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Its number as a process, as this JVM sees it.
   *
   * @return the process id
   */
  public long pid() {
    return jvm().pid();
  }

  /** The JVM itself; who starts it while it has not started it yet. */
  private ProcessHandle jvm() {
    ProcessHandle own = process.toHandle();
    return isLaunched ? own.children().findFirst().orElse(own) : own;
  }

  /** Kills it with SIGKILL and waits until it is dead. */
  public void kill() {
    if (isLaunched) {
      jvm().destroyForcibly();
    }
    process.destroyForcibly();
    waitFor();
  }

  /** Stops it with SIGSTOP: it stays alive and does nothing. */
  public void pause() {
    signal("STOP");
  }

  /** Lets it go on after {@link #pause}. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      int status = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid()).start().waitFor();
      if (status != 0) {
        throw new IllegalStateException(
            "cannot send SIG" + name + " to process " + pid() + ": status " + status);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  /**
   * Whether it has not ended.
   *
   * @return whether it lives, paused or not
   */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Waits until it has ended.
   *
   * @return its exit code
   */
  public int waitFor() {
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
