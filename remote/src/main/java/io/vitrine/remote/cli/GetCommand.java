package io.vitrine.remote.cli;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Prints the value of a key. */
@Command(
    name = "get",
    description = "Print the value of a key as YAML, null where there is none.",
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
}
