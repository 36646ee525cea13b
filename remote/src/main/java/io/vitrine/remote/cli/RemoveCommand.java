package io.vitrine.remote.cli;

import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Removes an entry. */
@Command(
    name = "remove",
    description =
        "Remove an entry, or an element of a set or of a list by its index; print true, or false"
            + " where there was none.",
    mixinStandardHelpOptions = true)
final class RemoveCommand extends EntryCommand {
  @Override
  int run(
      Vitrine vitrine,
      ObservableMap<Object, Object> map,
      Object mapKey,
      String valueType,
      PrintWriter out) {
    out.println(map.keySet().remove(mapKey));
    return 0;
  }

  @Override
  void run(
      Vitrine vitrine,
      ObservableList<Object> list,
      int index,
      String elementType,
      PrintWriter out) {
    list.remove(index);
    out.println(true);
  }

  @Override
  void run(ObservableSet<Object> set, Object element, PrintWriter out) {
    out.println(set.remove(element));
  }
}
