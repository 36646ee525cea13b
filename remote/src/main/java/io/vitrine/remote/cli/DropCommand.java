package io.vitrine.remote.cli;

import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Drops a collection. */
@Command(
    name = "drop",
    description =
        "Drop a map, a set or a list with all that is in it, for everybody; print true, or false"
            + " where there was none.",
    mixinStandardHelpOptions = true)
final class DropCommand extends CollectionCommand {
  @Parameters(paramLabel = "PATH", description = "Path of the collection.")
  private String path = "";

  @Override
  int run(Vitrine vitrine, PrintWriter out) {
    out.println(vitrine.drop(path));
    return 0;
  }
}
