package io.vitrine.bench;

import picocli.CommandLine;

/** The way in of the process that measures. */
public final class BenchMain {
  private BenchMain() {}

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param args its arguments
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new BenchCommand()).execute(args));
  }
}
