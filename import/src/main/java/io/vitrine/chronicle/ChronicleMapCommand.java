package io.vitrine.chronicle;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Imports one file into one map. */
@Command(
    name = "chronicle-map",
    customSynopsis =
        "vitrine import chronicle-map FILE --key-class CLASS --value-class CLASS --data DIR --map"
            + " PATH [OPTION ...]",
    description = {
      "Set the entries of a file of Chronicle Map in a map, and compare each of them afterwards.",
      "Strings, numbers, byte arrays, UUIDs, dates, enums and lists become what they are; any other"
          + " class becomes a record of its fields. Chronicle Map makes the objects, so import only"
          + " files that you trust."
    },
    mixinStandardHelpOptions = true,
    version = "vitrine 0.1.0")
final class ChronicleMapCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The file, which nobody may have open.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path file;

  @Option(
      names = "--key-class",
      paramLabel = "CLASS",
      description = "Class of the keys, for example java.lang.String, long or com.acme.Id.")
  private @Nullable String keyClass;

  @Option(
      names = "--value-class",
      paramLabel = "CLASS",
      description = "Class of the values; of inner classes Outer$$Inner.")
  private @Nullable String valueClass;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the store, which is made where there is none.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path data;

  @Option(
      names = "--map",
      required = true,
      paramLabel = "PATH",
      description = "Path of the map, for example /maps/prices; made where there is none.")
  private String map = "";

  @Option(
      names = "--classpath",
      split = ":",
      paramLabel = "PATHS",
      description = "Jars and folders with your classes, separated by colons.")
  private List<Path> classpath = List.of();

  @Option(
      names = "--class",
      paramLabel = "CLASS",
      description = "Another class that the file may make objects of; may be repeated.")
  private List<String> classes = List.of();

  @Option(
      names = "--hash",
      paramLabel = "NAME[:SEED]",
      description =
          "Hash strategy of a new map: rapid, siphash, xxh3 or another; rapid. Without a seed"
              + " siphash and siphash13 draw one, the others have 0.")
  private @Nullable String hash;

  @Option(
      names = "--into-existing",
      description = "Add to a map that has entries; those with the same keys are replaced.")
  private boolean intoExisting;

  @Option(names = "--quiet", description = "Tell nothing of the progress.")
  private boolean quiet;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() {
    HashStrategy strategy = hash == null ? null : strategy(hash);
    String path = mapPath();
    var header = ChronicleHeader.read(file);
    if (keyClass == null || valueClass == null) {
      throw new ImportException(
          "%s holds keys of class %s and values of class %s; confirm it with --key-class and"
                  .formatted(file, header.keyClass(), header.valueClass())
              + " --value-class");
    }
    var userClasses = new UserClasses(classpath, classes);
    Class<?> keys = userClasses.find("--key-class", keyClass);
    Class<?> values = userClasses.find("--value-class", valueClass);
    header.check(keys, values, userClasses);
    var shapes = new Shapes();
    Shape keyShape = shapes.of(keys);
    Shape valueShape = shapes.of(values);
    var progress =
        new Progress(quiet ? text -> {} : text -> spec.commandLine().getErr().println(text));
    try (var source = ChronicleFile.open(file, keys, values, userClasses)) {
      // Whatever all entries suffer from shows at the first, before a map is made for them.
      source.first((key, value) -> Target.check(keyShape, key, valueShape, value));
      try (var target = Target.open(data, path, keyShape, valueShape, strategy, intoExisting)) {
        long entries = new Transfer(source, target, progress).run();
        spec.commandLine()
            .getOut()
            .println(
                "imported %d entries into %s, keys %s, values %s; all of them compared"
                    .formatted(entries, path, keyShape.type(), valueShape.type()));
      }
    }
    return 0;
  }

  /** As {@code create --hash} reads it. */
  private HashStrategy strategy(String text) {
    try {
      return HashStrategies.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--hash: " + e.getMessage());
    }
  }

  private String mapPath() {
    String path = map.indexOf('/') < 0 ? "/maps/" + map : map;
    if (!path.startsWith("/maps/")) {
      throw new ParameterException(
          spec.commandLine(), "--map: " + map + " is no path of a map, expected /maps/NAME");
    }
    try {
      Stores.requireNames(path);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--map: " + e.getMessage());
    }
    return path;
  }
}
