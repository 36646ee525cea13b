package io.vitrine.torture;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One run of a torture: its seed, its folder, how long it lasts and what it has counted. Safe for
 * any number of threads.
 */
public final class TortureRun {
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final long seed;
  private final Path folder;
  private final PrintWriter out;
  private final long seconds;
  private final long begin = System.nanoTime();
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private long toldAt = begin;

  TortureRun(long seed, Path folder, long seconds, PrintWriter out) {
    this.seed = seed;
    this.folder = folder;
    this.seconds = seconds;
    this.out = out;
  }

  /**
   * What all that is random comes from.
   *
   * @return the seed, drawn or given by the user
   */
  public long seed() {
    return seed;
  }

  /**
   * Makes a source of randomness.
   *
   * @param purpose tells it from the others of the run
   * @return the same numbers in every run with this seed
   */
  public Random random(long purpose) {
    return new Random(seed * 0x9E37_79B9_7F4A_7C15L + purpose);
  }

  /**
   * Where the torture works.
   *
   * @return an empty folder, removed at the end unless the torture fails
   */
  public Path folder() {
    return folder;
  }

  /**
   * Whether the time is not up yet.
   *
   * @return whether to go on
   */
  public boolean goesOn() {
    return nanosLeft() > 0;
  }

  /**
   * How long the run still goes on.
   *
   * @return nanoseconds, none or less when the time is up
   */
  public long nanosLeft() {
    return TimeUnit.SECONDS.toNanos(seconds) - (System.nanoTime() - begin);
  }

  /**
   * How long the whole run lasts.
   *
   * @return seconds, as the user said
   */
  public long seconds() {
    return seconds;
  }

  /**
   * Counts something.
   *
   * @param what in the plural, for example {@code kills}
   * @param number how many more
   */
  public synchronized void count(String what, long number) {
    counts.merge(what, number, Long::sum);
  }

  /**
   * Tells what was counted.
   *
   * @param what in the plural
   * @return how many
   */
  public synchronized long counted(String what) {
    return counts.getOrDefault(what, 0L);
  }

  /** Prints the counts if that was not done for a while. */
  public synchronized void progress() {
    long now = System.nanoTime();
    if (now - toldAt >= PROGRESS_NANOS) {
      toldAt = now;
      say(summary());
    }
  }

  /**
   * Prints a line.
   *
   * @param line a finding, or a step that was taken
   */
  public synchronized void say(String line) {
    out.println(elapsed() + "  " + line);
    out.flush();
  }

  /** Time since the beginning, for people. */
  String elapsed() {
    return String.format(Locale.ROOT, "%5.1f s", (System.nanoTime() - begin) / 1e9);
  }

  /** Everything that was counted. */
  synchronized String summary() {
    return counts.entrySet().stream()
        .map(e -> String.format(Locale.ROOT, "%,d %s", e.getValue(), e.getKey()))
        .collect(Collectors.joining(", "));
  }
}
