package io.vitrine.evaluation;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Runs a {@link SpeedFork}: a JVM like this one, with its class path and none of its flags. What it
 * says that is no result is shown if it fails. For one thread.
 */
final class SpeedProcess {
  private static final int LINES_MAX = 100;
  private static final int SHOWN = 3;

  /** How long what it said may take to arrive; a process that it began may keep pipes open. */
  private static final Duration PIPES_END = Duration.ofSeconds(5);

  private final List<String> results = Collections.synchronizedList(new ArrayList<>());
  private final List<String> said = Collections.synchronizedList(new ArrayList<>());

  /**
   * Measures.
   *
   * @param job what to measure
   * @param environment variables besides those of this process
   * @return the lines of the results, each without its mark
   * @throws IOException if that fails, with a reason in one line
   */
  static List<String> run(SpeedJob job, Map<String, String> environment)
      throws IOException, InterruptedException {
    return new SpeedProcess().results(job, environment);
  }

  private List<String> results(SpeedJob job, Map<String, String> environment)
      throws IOException, InterruptedException {
    Process process = start(environment);
    try (var in =
        new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16))) {
      Thread outReader = reader(process.inputReader(StandardCharsets.UTF_8), true);
      Thread errReader = reader(process.errorReader(StandardCharsets.UTF_8), false);
      String unread = tell(job, in);
      int status = process.waitFor(); // its input stays open until then: it would end with it
      outReader.join(PIPES_END);
      errReader.join(PIPES_END);
      if (status != 0 || !unread.isEmpty()) {
        throw new IOException(reason(status, unread));
      }
      return List.copyOf(results);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The command, which begins with the JVM. */
  static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--sun-misc-unsafe-memory-access=allow", // for zero-allocation-hashing
        "-cp",
        System.getProperty("java.class.path"),
        SpeedFork.class.getName());
  }

  private static Process start(Map<String, String> environment) throws IOException {
    var builder = new ProcessBuilder(command());
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** What went wrong, or nothing. */
  private static String tell(SpeedJob job, DataOutputStream in) {
    try {
      job.write(in);
      return "";
    } catch (IOException e) {
      return e.toString(); // it has ended, and most likely says why
    }
  }

  private Thread reader(BufferedReader lines, boolean hasResults) {
    return Thread.ofPlatform().daemon().name("vitrine-speed").start(() -> read(lines, hasResults));
  }

  /** Closes it, too: another thread that did so would wait until there is a line, or the end. */
  private void read(BufferedReader lines, boolean hasResults) {
    try (lines) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (hasResults && line.startsWith(SpeedFork.RESULT)) {
          results.add(line.substring(SpeedFork.RESULT.length()));
        } else if (!line.isBlank()) {
          said.add(line.strip());
          if (said.size() > LINES_MAX) {
            said.removeFirst();
          }
        }
      }
    } catch (IOException _) {
      // The process was killed.
    }
  }

  /** Whether the JVM only tells which options it found in its environment. */
  private static boolean isGreeting(String line) {
    return line.startsWith("Picked up ") || line.startsWith("NOTE: Picked up ");
  }

  private String reason(int status, String unread) {
    String failed = SpeedFork.FAILED + " ";
    for (String line : List.copyOf(results)) {
      if (line.startsWith(failed)) {
        return line.substring(failed.length());
      }
    }
    var reason = new ArrayList<String>();
    reason.add("the JVM ended with exit code " + status);
    if (!unread.isEmpty()) {
      reason.add(unread);
    }
    List<String> last = List.copyOf(said).stream().filter(line -> !isGreeting(line)).toList();
    reason.addAll(last.subList(Math.max(0, last.size() - SHOWN), last.size()));
    return String.join("; ", reason);
  }
}
