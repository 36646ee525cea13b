package io.vitrine.remote.cli;

import io.vitrine.collections.MapSpec;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.hashing.HashStrategies;
import io.vitrine.remote.wire.TypeNames;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a map. */
@Command(
    name = "create",
    description = "Create a map; no change where it is there already with the same types.",
    mixinStandardHelpOptions = true)
final class CreateCommand extends CollectionCommand {
  @Parameters(paramLabel = "PATH", description = "For example /maps/prices, or prices.")
  private String path = "";

  @Option(
      names = "--key",
      paramLabel = "TYPE",
      defaultValue = "string",
      description =
          "string, long, int, double, boolean, bytes, uuid, instant, date, duration, decimal, any,"
              + " list<TYPE>, set<TYPE>, map<TYPE,TYPE>, a registered type or any other that files"
              + " name; ${DEFAULT-VALUE}.")
  private String key = "string";

  @Option(
      names = "--value",
      paramLabel = "TYPE",
      defaultValue = "any",
      description = "As --key; ${DEFAULT-VALUE}.")
  private String value = "any";

  @Option(
      names = "--hash",
      paramLabel = "NAME",
      defaultValue = "rapid",
      description = "Hash strategy of the keys: rapid, siphash, xxh3 or another; ${DEFAULT-VALUE}.")
  private String hash = "rapid";

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
    MapSpec<?, ?> spec =
        TypeNames.spec(key, value, vitrine.types()).withHash(HashStrategies.of(hash));
    vitrine.map(path, spec);
  }
}
