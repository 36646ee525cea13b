package io.vitrine.remote.cli;

import io.vitrine.collections.Description;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import picocli.CommandLine.Parameters;

/** What the commands on one entry of a map have in common. */
abstract class EntryCommand extends CollectionCommand {
  @Parameters(index = "0", paramLabel = "PATH", description = "Path of the map.")
  private String path = "";

  @Parameters(
      index = "1",
      paramLabel = "KEY",
      description =
          "The key: text is taken as it is where the map's type is string, otherwise YAML.")
  private String key = "";

  @Override
  final int run(Vitrine vitrine, PrintWriter out) {
    ObservableMap<Object, Object> map = Target.map(vitrine, path);
    Description description = vitrine.describe(path);
    String keyType = description == null ? "any" : description.keyType();
    String valueType = description == null ? "any" : description.valueType();
    return run(vitrine, map, Values.ofType(vitrine.types(), "KEY", key, keyType), valueType, out);
  }

  /** Does it and gives the exit code. */
  abstract int run(
      Vitrine vitrine,
      ObservableMap<Object, Object> map,
      Object mapKey,
      String valueType,
      PrintWriter out);
}
