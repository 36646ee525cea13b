package io.vitrine.remote.cli;

import io.vitrine.collections.Description;
import io.vitrine.collections.ElementSpec;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.remote.wire.TypeNames;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a map, a set or a list. */
@Command(
    name = "create",
    description =
        "Create a map, a set or a list; no change where it is there already with the same types.",
    mixinStandardHelpOptions = true)
final class CreateCommand extends CollectionCommand {
  @Parameters(
      paramLabel = "PATH",
      description = "For example /maps/prices, or prices; /sets/members; /lists/queue.")
  private String path = "";

  @Option(
      names = "--key",
      paramLabel = "TYPE",
      description =
          "Of a map: string, long, int, double, boolean, bytes, uuid, instant, date, duration,"
              + " decimal, any, list<TYPE>, set<TYPE>, map<TYPE,TYPE>, a registered type or any"
              + " other that files name; string.")
  private @Nullable String key;

  @Option(names = "--value", paramLabel = "TYPE", description = "Of a map, as --key; any.")
  private @Nullable String value;

  @Option(
      names = "--element",
      paramLabel = "TYPE",
      description = "Of a set or a list, as --key; string for a set, any for a list.")
  private @Nullable String element;

  @Option(
      names = "--hash",
      paramLabel = "NAME[:SEED]",
      description =
          "Hash strategy of a map or a set: rapid, siphash, xxh3 or another; rapid. Without a seed"
              + " siphash draws a secret one and the others have 0.")
  private @Nullable String hash;

  @Option(
      names = "--compact",
      description =
          "Keep the entries of a map in its table: quicker and smaller, without times to live; for"
              + " keys and values of fixed sizes, together at most 128 bytes.")
  private boolean compact;

  @Override
  boolean creates() {
    return true;
  }

  /** Creates the map in memory first: a failure then leaves no store behind. */
  @Override
  void check(TypeRegistry types) {
    try (Vitrine rehearsal = Vitrine.inMemory(types)) {
      create(rehearsal);
    }
  }

  @Override
  int run(Vitrine vitrine, PrintWriter out) {
    create(vitrine);
    return 0;
  }

  private void create(Vitrine vitrine) {
    boolean set = Target.isSet(path);
    if (set || Target.isList(path)) {
      refuse("--key", key, path + " has elements; use --element");
      refuse("--value", value, path + " has elements; use --element");
    } else {
      refuse("--element", element, path + " is a map; use --key and --value");
    }
    if (compact && (set || Target.isList(path))) {
      throw new UsageException("--compact is for maps; a set is compact where it can be");
    }
    if (Target.isList(path)) {
      refuse("--hash", hash, "a list has no use for it");
      vitrine.list(path, TypeNames.elementSpec(orElse(element, "any"), vitrine.types()));
    } else if (set) {
      ElementSpec<?> spec = TypeNames.elementSpec(orElse(element, "string"), vitrine.types());
      vitrine.set(path, spec.withHash(strategy(vitrine)));
    } else {
      MapSpec<?, ?> spec =
          TypeNames.spec(orElse(key, "string"), orElse(value, "any"), vitrine.types());
      spec = spec.withHash(strategy(vitrine));
      spec = compact ? spec.compact() : spec;
      vitrine.map(path, spec);
    }
  }

  private static void refuse(String option, @Nullable String given, String why) {
    if (given != null) {
      throw new UsageException(option + " is " + given + ", but " + why);
    }
  }

  private static String orElse(@Nullable String given, String standard) {
    return given == null ? standard : given;
  }

  /** The one that is asked for; where none is, that of what is there already, or the usual one. */
  private HashStrategy strategy(Vitrine vitrine) {
    Description there = hash == null ? vitrine.describe(path) : null;
    if (there != null && there.hashSeed() != null) {
      try {
        return HashStrategies.of(there.hash(), there.hashSeed());
      } catch (IllegalArgumentException e) {
        // It is not registered here: who opens the collection is told.
      }
    }
    try {
      return HashStrategies.parse(orElse(hash, "rapid"));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--hash: " + e.getMessage());
    }
  }
}
