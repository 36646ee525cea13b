package io.vitrine.bench;

import io.vitrine.bench.report.NotResultsException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;

/** The way in of the process that measures. */
public final class BenchMain {
  private BenchMain() {}

  /**
   * Runs the command and ends the process with its exit code: 0, 1 if something failed, 2 for bad
   * input.
   *
   * @param args its arguments
   */
  public static void main(String[] args) {
    CommandLine commandLine = commandLine();
    int code = commandLine.execute(args);
    boolean isLost = commandLine.getOut().checkError();
    if (isLost && code == 0) {
      System.err.println("vitrine bench: cannot write to the standard output");
    }
    System.exit(isLost && code == 0 ? 1 : code);
  }

  /** The command, which tells of failures in one line. */
  static CommandLine commandLine() {
    return new CommandLine(new BenchCommand())
        .setExecutionExceptionHandler((failure, commandLine, _) -> {
          boolean bad = failure instanceof NotResultsException;
          boolean plain =
              bad || failure instanceof CancellationException || failure instanceof IOException;
          commandLine
              .getErr()
              .println("vitrine bench: " + (plain ? failure.getMessage() : failure.toString()));
          commandLine.getErr().flush();
          return bad ? 2 : 1;
        });
  }
}
