package io.vitrine.bench.call;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the processor counts while calls are made, as far as {@code perf} can read it here.
 * Immutable, for any thread.
 *
 * @param events names of what can be counted, as {@code perf list} has them
 * @param why what to tell the user about those that cannot
 */
public record Counters(List<String> events, String why) {
  /** What is counted by default. */
  public static final List<String> DEFAULTS =
      List.of("cycles", "instructions", "cache-misses", "branch-misses");

  /**
   * Asks {@code perf} about each.
   *
   * @param wanted names of events
   * @return those that it can count here
   */
  public static Counters find(List<String> wanted) {
    var events = new ArrayList<String>();
    var missing = new ArrayList<String>();
    try {
      for (String event : wanted) {
        (counts(event) ? events : missing).add(event);
      }
    } catch (IOException e) {
      return new Counters(List.of(), "none: perf cannot be started (Debian: linux-perf)");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Counters(List.of(), "none: interrupted");
    }
    String counted = events.isEmpty() ? "none" : String.join(", ", events);
    return new Counters(
        List.copyOf(events),
        missing.isEmpty()
            ? counted
            : counted + "; perf counts no " + String.join(", no ", missing) + " on this machine");
  }

  /** Whether an event is counted, and not just known. */
  private static boolean counts(String event) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("perf", "stat", "-x,", "-e", event, "true")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 && hasCount(said, event);
  }

  /**
   * Whether a line of {@code perf stat -x,} has a number for an event: {@code 123,,event,...}, or
   * {@code <not supported>,,event,...}.
   */
  static boolean hasCount(String said, String event) {
    for (String line : said.lines().toList()) {
      String[] fields = line.split(",", -1);
      if (fields.length > 2
          && fields[2].toLowerCase(Locale.ROOT).startsWith(event.toLowerCase(Locale.ROOT))
          && fields[0].matches("[0-9.]+")) {
        return true;
      }
    }
    return false;
  }
}
