package io.vitrine.remote.cli;

import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the collections. */
@Command(
    name = "list",
    description = "Print the paths of the collections, one a line.",
    mixinStandardHelpOptions = true)
final class ListCommand extends CollectionCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "PREFIX",
      defaultValue = "/",
      description = "Only paths that begin with it; ${DEFAULT-VALUE}.")
  private String prefix = "/";

  @Override
  int run(Vitrine vitrine, PrintWriter out) {
    vitrine.list(prefix).forEach(out::println);
    return 0;
  }
}
