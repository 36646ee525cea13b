package io.vitrine.examples.demo;

import io.vitrine.collections.Vitrine;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code vitrine demo}: the whole of Vitrine on real flights. For one thread. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Replays the flights of January 2001 into a map that several processes share, serve, visit"
            + " and watch, kills two of them, and checks every number at the end.")
final class DemoCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // Set before the command runs.
  @Spec
  private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep the store in this folder (default: a temporary one, removed at the end).")
  private @Nullable Path data;

  @Option(
      names = "--flights",
      paramLabel = "N",
      defaultValue = "" + Flight.COUNT,
      description = "Replay only the first N flights (default: ${DEFAULT-VALUE}).")
  private int flights;

  @Option(
      names = "--threshold",
      paramLabel = "MINUTES",
      defaultValue = "15",
      description =
          "Watch airports with a mean delay over this many minutes (default: ${DEFAULT-VALUE}).")
  private double threshold;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (flights < 8 || flights > Flight.COUNT) {
      throw usage("--flights is " + flights + ", expected 8 to " + Flight.COUNT);
    }
    if (data != null) {
      return run(fresh(data), () -> {});
    }
    try (var folder = TemporaryFolder.create()) {
      return run(folder.path(), folder::close);
    }
  }

  private int run(Path folder, Runnable afterwards) throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    var options = new DemoOptions(folder, flights, threshold);
    try (var job = new DemoJob(options, new ProgressLine(out, isTerminal()))) {
      Runnable end = job::close;
      Runnable clean =
          () -> {
            end.run();
            afterwards.run();
          };
      try (var _ = new AtShutdown(clean)) {
        DemoResult result = job.run();
        new DemoReport(out).print(result);
        return result.passed() ? 0 : 1;
      }
    }
  }

  @SuppressWarnings("SystemConsoleNull") // It depends on the JDK whether there is always one.
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** The counts of an earlier run would be added to: the folder must not have one. */
  private Path fresh(Path folder) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw usage(folder + " is no folder; name one, which is made where there is none");
    }
    Files.createDirectories(folder);
    Path store = new DemoOptions(folder, flights, threshold).store();
    if (Files.exists(store)) {
      try (Vitrine vitrine = Airports.attach(store.toString())) {
        if (vitrine.describe(Airports.PATH) != null) {
          throw usage(
              folder + " holds the airports of an earlier run; name another folder or remove it");
        }
      }
    }
    return folder;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
