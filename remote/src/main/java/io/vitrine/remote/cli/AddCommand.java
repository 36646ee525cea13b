package io.vitrine.remote.cli;

import io.vitrine.collections.Description;
import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Adds an element to a set or a list. */
@Command(
    name = "add",
    description =
        "Add an element to a set, or at the end of a list; print true, or false where the set had"
            + " it already.",
    mixinStandardHelpOptions = true)
final class AddCommand extends CollectionCommand {
  @Parameters(index = "0", paramLabel = "PATH", description = "Path of the set or list.")
  private String path = "";

  @Parameters(
      index = "1",
      paramLabel = "ELEMENT",
      description = "Text is taken as it is where the type is string, otherwise YAML.")
  private String element = "";

  @Override
  int run(Vitrine vitrine, PrintWriter out) {
    boolean set = Target.isSet(path);
    if (!set && !Target.isList(path)) {
      throw new UsageException(path + " is neither a set nor a list; use put");
    }
    var elements = set ? Target.set(vitrine, path) : Target.list(vitrine, path);
    Description description = vitrine.describe(path);
    String type =
        description == null ? "any" : set ? description.keyType() : description.valueType();
    out.println(elements.add(Values.ofType(vitrine.types(), "ELEMENT", element, type)));
    return 0;
  }
}
