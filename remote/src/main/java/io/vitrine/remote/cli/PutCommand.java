package io.vitrine.remote.cli;

import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Sets the value of a key. */
@Command(
    name = "put",
    description = "Set the value of a key, or the element of a list at an index.",
    mixinStandardHelpOptions = true)
final class PutCommand extends EntryCommand {
  @Parameters(
      index = "2",
      paramLabel = "VALUE",
      description =
          "The value: text is taken as it is where the map's type is string, otherwise YAML.")
  private String value = "";

  @Override
  int run(
      Vitrine vitrine,
      ObservableMap<Object, Object> map,
      Object mapKey,
      String valueType,
      PrintWriter out) {
    // With an answer, so that a failure is one of this command.
    map.put(mapKey, Values.ofType(vitrine.types(), "VALUE", value, valueType));
    return 0;
  }

  @Override
  void run(
      Vitrine vitrine,
      ObservableList<Object> list,
      int index,
      String elementType,
      PrintWriter out) {
    var _ = list.set(index, Values.ofType(vitrine.types(), "VALUE", value, elementType));
  }

  @Override
  void run(ObservableSet<Object> set, Object element, PrintWriter out) {
    throw new UsageException(set.path() + " has no values; use add");
  }
}
