package io.vitrine.evaluation;

import java.util.Objects;
import picocli.CommandLine;

/** The way in of the process that evaluates hash strategies. */
public final class HashMain {
  private HashMain() {}

  /**
   * Runs the command and ends the process with its exit code: 0, 1 if it fails, 2 for bad input.
   *
   * @param args its arguments
   */
  public static void main(String[] args) {
    AdaptedStrategies.register();
    CommandLine commandLine = commandLine();
    int code = run(commandLine, args);
    boolean isLost = commandLine.getOut().checkError();
    if (isLost && code == 0) {
      tell(commandLine, "cannot write to the standard output");
    }
    System.exit(isLost && code == 0 ? 1 : code);
  }

  private static int run(CommandLine commandLine, String... args) {
    try {
      return commandLine.execute(args);
    } catch (OutOfMemoryError e) {
      tell(
          commandLine,
          "out of memory with a heap of "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MiB; give it more, for example by JAVA_TOOL_OPTIONS=-Xmx1g");
      return 1;
    }
  }

  /** The command, which tells of failures in one line. */
  static CommandLine commandLine() {
    return new CommandLine(new HashCommand())
        .setParameterExceptionHandler((failure, _) -> {
          CommandLine commandLine = failure.getCommandLine();
          tell(commandLine, failure.getMessage() + " (see vitrine hash --help)");
          return commandLine.getCommandSpec().exitCodeOnInvalidInput();
        })
        .setExecutionExceptionHandler((failure, commandLine, _) -> {
          tell(commandLine, Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
          return failure instanceof BadInputException ? 2 : 1;
        });
  }

  private static void tell(CommandLine commandLine, String message) {
    commandLine.getErr().println("vitrine hash: " + message);
    commandLine.getErr().flush();
  }
}
