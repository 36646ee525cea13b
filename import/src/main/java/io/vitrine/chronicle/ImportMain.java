package io.vitrine.chronicle;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/**
 * The program. Exit code 0 for success, 1 for a failure, 2 for wrong usage; a failure is one line
 * on the standard error stream.
 */
public final class ImportMain {
  private ImportMain() {}

  /**
   * Runs the program and ends the JVM.
   *
   * @param args the arguments
   */
  public static void main(String[] args) {
    // Read by Chronicle's classes when they are loaded: no calls home, no warnings about logging.
    System.setProperty("chronicle.analytics.disable", "true");
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(out, err, args));
  }

  /** Runs the program and gives its exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    var line = new CommandLine(new ChronicleMapCommand());
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpAutoWidth(true);
    line.setParameterExceptionHandler((e, _) -> {
      err.println("vitrine import chronicle-map: " + oneLine(e) + "; see --help");
      return CommandLine.ExitCode.USAGE;
    });
    line.setExecutionExceptionHandler((e, _, _) -> {
      err.println("vitrine import chronicle-map: " + oneLine(e));
      return CommandLine.ExitCode.SOFTWARE;
    });
    return line.execute(args);
  }

  private static String oneLine(Exception e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.toString()
        : message.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
