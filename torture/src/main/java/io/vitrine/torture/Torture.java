package io.vitrine.torture;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that does to a store what must not hurt it, for so long, and ends with PASS or FAIL.
 * For one thread.
 *
 * <p>A subclass carries picocli's {@code @Command} and may add options of its own; it fails by
 * throwing whatever it likes. To become part of the program it is named in the list of {@code
 * TortureCommand}.
 */
public abstract class Torture implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // Set before the command runs.
  @Spec
  private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long (default: ${DEFAULT-VALUE}).")
  private long seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "What all that is random comes from (default: drawn and printed).")
  private @Nullable Long seed;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Work in a new folder within this one (default: the system's temporary folder). It is"
              + " removed after a PASS.")
  private @Nullable Path data;

  /** For subclasses. */
  protected Torture() {}

  /**
   * Tortures until the run's time is up.
   *
   * @param run seed, folder, time and counts
   * @throws Exception if a promise is broken, or the torture cannot go on
   */
  protected abstract void run(TortureRun run) throws Exception;

  /**
   * Makes the exception for an option that makes no sense.
   *
   * @param message names the option, its value and what is expected
   * @return an exception that ends the program with the code for wrong usage
   */
  protected final RuntimeException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  @Override
  public final Integer call() throws IOException {
    if (seconds < 1) {
      throw usage("--seconds is " + seconds + ", expected 1 or more");
    }
    PrintWriter out = spec.commandLine().getOut();
    long drawn = seed != null ? seed : new SecureRandom().nextInt(Integer.MAX_VALUE);
    var run = new TortureRun(drawn, newFolder(), seconds, out);
    out.println("torture " + spec.name() + ": seed " + drawn + ", in " + run.folder());
    out.flush();
    try {
      run(run);
    } catch (ParameterException e) {
      remove(run.folder());
      throw e;
    } catch (Exception | AssertionError e) {
      fail(run, out, e);
      return 1;
    }
    remove(run.folder());
    out.println("PASS  " + run.elapsed().strip() + ", seed " + drawn + ": " + run.summary());
    out.flush();
    return 0;
  }

  private void fail(TortureRun run, PrintWriter out, Throwable failure) {
    failure.printStackTrace(out);
    out.println("FAIL  " + run.elapsed().strip() + ", seed " + run.seed() + ": " + run.summary());
    out.println("  what:    " + failure);
    out.println("  repeat:  " + repeat(run.seed()));
    out.println("  folder:  " + run.folder());
    out.flush();
  }

  private String repeat(long usedSeed) {
    // The arguments of the whole program: they begin with the names of the commands.
    String line = "vitrine " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    return (seed != null ? line : line + " --seed " + usedSeed);
  }

  private Path newFolder() throws IOException {
    String prefix = "vitrine-torture-" + spec.name() + "-";
    return data == null
        ? Files.createTempDirectory(prefix)
        : Files.createTempDirectory(Files.createDirectories(data), prefix);
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    }
  }
}
