package io.vitrine.remote.cli;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Removes an entry. */
@Command(
    name = "remove",
    description = "Remove an entry; print true, or false where there was none.",
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
}
