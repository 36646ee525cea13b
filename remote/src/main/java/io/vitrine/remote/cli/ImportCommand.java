package io.vitrine.remote.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Holds the commands that bring data in. */
@Command(
    name = "import",
    description = "Bring data into a store.",
    synopsisSubcommandLabel = "KIND",
    footer = {
      "",
      "A file of Chronicle Map is imported by a program of its own, since that takes flags for the"
          + " JVM: ./vitrine import chronicle-map --help."
    },
    subcommands = ImportLinesCommand.class,
    mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }
}
