package io.vitrine.remote.cli;

import io.vitrine.collections.Description;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import picocli.CommandLine.Parameters;

/** What the commands on one entry of a map or one element of a set or a list have in common. */
abstract class EntryCommand extends CollectionCommand {
  @Parameters(index = "0", paramLabel = "PATH", description = "Path of the map, set or list.")
  private String path = "";

  @Parameters(
      index = "1",
      paramLabel = "KEY",
      description = {
        "The key: text is taken as it is where the map's type is string, otherwise YAML.",
        "The element of a set, the index of a list."
      })
  private String key = "";

  @Override
  final int run(Vitrine vitrine, PrintWriter out) {
    if (Target.isList(path)) {
      ObservableList<Object> list = Target.list(vitrine, path);
      run(vitrine, list, index(), types(vitrine).valueType(), out);
      return 0;
    }
    if (Target.isSet(path)) {
      ObservableSet<Object> set = Target.set(vitrine, path);
      Object element = Values.ofType(vitrine.types(), "KEY", key, types(vitrine).keyType());
      run(set, element, out);
      return 0;
    }
    ObservableMap<Object, Object> map = Target.map(vitrine, path);
    Types types = types(vitrine);
    Object mapKey = Values.ofType(vitrine.types(), "KEY", key, types.keyType());
    return run(vitrine, map, mapKey, types.valueType(), out);
  }

  private record Types(String keyType, String valueType) {}

  private Types types(Vitrine vitrine) {
    Description description = vitrine.describe(path);
    return description == null
        ? new Types("any", "any")
        : new Types(description.keyType(), description.valueType());
  }

  private int index() {
    if (Values.parse("KEY", key) instanceof Long index && index.intValue() == index) {
      return index.intValue();
    }
    throw new UsageException("KEY is " + key + ", expected an index of " + path);
  }

  /** Does it on a map and gives the exit code. */
  abstract int run(
      Vitrine vitrine,
      ObservableMap<Object, Object> map,
      Object mapKey,
      String valueType,
      PrintWriter out);

  /** Does it on a list. */
  abstract void run(
      Vitrine vitrine, ObservableList<Object> list, int index, String elementType, PrintWriter out);

  /** Does it on a set. */
  abstract void run(ObservableSet<Object> set, Object element, PrintWriter out);
}
