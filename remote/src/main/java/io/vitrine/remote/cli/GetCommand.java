package io.vitrine.remote.cli;

import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Prints the value of a key. */
@Command(
    name = "get",
    description =
        "Print the value of a key as YAML, null where there is none; the element of a list at an"
            + " index; true or false for an element of a set.",
    mixinStandardHelpOptions = true)
final class GetCommand extends EntryCommand {
  @Override
  int run(
      Vitrine vitrine,
      ObservableMap<Object, Object> map,
      Object mapKey,
      String valueType,
      PrintWriter out) {
    out.println(Values.print(vitrine.types(), map.get(mapKey)));
    return 0;
  }

  @Override
  void run(
      Vitrine vitrine,
      ObservableList<Object> list,
      int index,
      String elementType,
      PrintWriter out) {
    out.println(Values.print(vitrine.types(), list.get(index)));
  }

  @Override
  void run(ObservableSet<Object> set, Object element, PrintWriter out) {
    out.println(set.contains(element));
  }
}
