package io.vitrine.examples.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process that the demo started: a JVM like this one, with its class path and no flags. Safe for
 * any number of threads.
 */
final class Child {
  private static final long END_SECONDS = 10;

  private final String name;
  private final Process process;
  private final Thread reader;
  private final Map<String, String> facts = new ConcurrentHashMap<>();

  private Child(String name, Process process, Runnable onFact) {
    this.name = name;
    this.process = process;
    this.reader = Thread.ofPlatform().daemon().name("demo-" + name).unstarted(() -> read(onFact));
  }

  /**
   * Starts a process.
   *
   * @param name what it is called
   * @param main its main class
   * @param onFact called when it has told something, or has ended
   * @param arguments its arguments
   * @return the process
   */
  static Child start(String name, Class<?> main, Runnable onFact, Object... arguments) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      var child = new Child(name, process, onFact);
      child.reader.start();
      return child;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the " + name, e);
    }
  }

  private void read(Runnable onFact) {
    try (BufferedReader in = process.inputReader(UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int space = line.indexOf(' ');
        facts.put(space < 0 ? line : line.substring(0, space), line.substring(space + 1));
        onFact.run();
      }
    } catch (IOException _) {
      // The process was killed.
    }
    onFact.run();
  }

  String name() {
    return name;
  }

  long pid() {
    return process.pid();
  }

  /** The last fact of a word, null before the first. */
  @Nullable String fact(String word) {
    return facts.get(word);
  }

  boolean told(String word) {
    return facts.containsKey(word);
  }

  /** The last fact of a word as a number, 0 before the first. */
  long number(String word) {
    String fact = fact(word);
    return fact == null ? 0 : Long.parseLong(fact);
  }

  /** Whether it has ended and all that it told has been read. */
  boolean hasEnded() {
    return !process.isAlive() && !reader.isAlive();
  }

  /** Its exit code; only after it has ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** Sends a command. */
  void send(String command) {
    try {
      process.getOutputStream().write((command + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the " + name + " does not listen any more", e);
    }
  }

  /** Waits for its end, for some seconds at the most. */
  boolean awaitEnd() throws InterruptedException {
    return process.waitFor(END_SECONDS, TimeUnit.SECONDS);
  }

  /** Kills it with {@code SIGKILL} and waits until it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }
}
