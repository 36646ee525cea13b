package io.vitrine.remote.server;

import io.vitrine.collections.Description;
import io.vitrine.collections.ElementSpec;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.remote.wire.TypeNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events of the catalogue. Stateless: each call runs on the thread of its connection. */
final class CatalogueEvents {
  private static final List<String> MAP_OPTIONS =
      List.of("key", "value", "hash", "hashSeed", "segments", "compact", "durability");
  private static final List<String> SET_OPTIONS =
      List.of("element", "hash", "hashSeed", "segments", "durability");
  private static final List<String> LIST_OPTIONS = List.of("element", "durability");

  private CatalogueEvents() {}

  static @Nullable Object handle(Catalogue catalogue, String folder, Request request) {
    return switch (request.event()) {
      case "create" -> create(catalogue, request);
      case "drop" -> drop(catalogue, request);
      case "list" -> list(catalogue, folder, request);
      case "describe" -> {
        String path = Arguments.string("describe", "argument", request.argument());
        Description found = catalogue.describe(path);
        // Whoever has the seed computes keys that collide, and those who only use a map may not.
        yield describe(found, request.connection().permits(found.path(), Verb.ADMIN));
      }
      case "stats" -> {
        String path = Arguments.string("stats", "argument", request.argument());
        yield stats(catalogue.describe(path));
      }
      case "subscribe" ->
          request.connection().subscriptions().openTopology(prefix(folder), request);
      default -> throw request.unknown("the catalogue");
    };
  }

  private static @Nullable Object create(Catalogue catalogue, Request request) {
    Object argument = request.argument();
    Object[] parts =
        argument instanceof String
            ? new Object[] {argument, Map.of()}
            : request.arguments(1, "path", "options");
    String path = ServicePath.full(Arguments.string("create", "path", parts[0]));
    Map<?, ?> options = parts[1] instanceof Map<?, ?> map ? map : Map.of();
    if (parts[1] != null && !(parts[1] instanceof Map)) {
      throw Arguments.bad("create", "options are no map, expected {key: string, value: any}");
    }
    TypeRegistry types = catalogue.vitrine().types();
    switch (kind(path)) {
      case Catalogue.MAPS -> catalogue.vitrine().map(path, mapSpec(types, options));
      case Catalogue.SETS -> catalogue.vitrine().set(path, setSpec(types, options));
      default -> catalogue.vitrine().list(path, listSpec(types, options));
    }
    return null;
  }

  /** The folder that a path of a collection begins with. */
  private static String kind(String path) {
    for (String kind : List.of(Catalogue.MAPS, Catalogue.SETS, Catalogue.LISTS)) {
      if (path.startsWith(kind) && path.length() > kind.length()) {
        return kind;
      }
    }
    throw Arguments.bad(
        "create", "path is " + path + ", expected /maps/NAME, /sets/NAME or /lists/NAME");
  }

  private static void check(Map<?, ?> options, List<String> known) {
    for (Object name : options.keySet()) {
      if (name == null || !known.contains(name)) {
        throw Arguments.bad("create", "there is no option " + name + ", expected " + known);
      }
    }
    Object durability = options.get("durability");
    if (durability != null && !durability.equals("process")) {
      throw Arguments.bad("create", "durability is " + durability + ", expected process");
    }
  }

  private static MapSpec<?, ?> mapSpec(TypeRegistry types, Map<?, ?> options) {
    check(options, MAP_OPTIONS);
    MapSpec<?, ?> spec =
        TypeNames.spec(type(options, "key", "string"), type(options, "value", "any"), types);
    HashStrategy hash = hash(options);
    spec = hash == null ? spec : spec.withHash(hash);
    Integer segments = segments(options);
    spec = segments == null ? spec : spec.withSegments(segments);
    Object compact = options.get("compact");
    if (compact != null && !(compact instanceof Boolean)) {
      throw Arguments.bad("create", "compact is " + compact + ", expected true or false");
    }
    return Boolean.TRUE.equals(compact) ? spec.compact() : spec;
  }

  private static ElementSpec<?> setSpec(TypeRegistry types, Map<?, ?> options) {
    check(options, SET_OPTIONS);
    ElementSpec<?> spec = TypeNames.elementSpec(type(options, "element", "string"), types);
    HashStrategy hash = hash(options);
    spec = hash == null ? spec : spec.withHash(hash);
    Integer segments = segments(options);
    return segments == null ? spec : spec.withSegments(segments);
  }

  private static ElementSpec<?> listSpec(TypeRegistry types, Map<?, ?> options) {
    check(options, LIST_OPTIONS);
    return TypeNames.elementSpec(type(options, "element", "any"), types);
  }

  private static @Nullable HashStrategy hash(Map<?, ?> options) {
    Object given = options.get("hash");
    Object seed = options.get("hashSeed");
    if (given == null && seed != null) {
      throw Arguments.bad("create", "hashSeed is there without hash");
    }
    if (given == null) {
      return null;
    }
    String name = Arguments.string("create", "hash", given);
    return seed == null
        ? HashStrategies.of(name)
        : HashStrategies.of(name, Arguments.integer("create", "hashSeed", seed));
  }

  private static @Nullable Integer segments(Map<?, ?> options) {
    Object segments = options.get("segments");
    return segments == null
        ? null
        : Math.clamp(Arguments.integer("create", "segments", segments), 0, Integer.MAX_VALUE);
  }

  private static String type(Map<?, ?> options, String option, String standard) {
    Object given = options.get(option);
    return given == null ? standard : Arguments.string("create", option, given);
  }

  private static Object drop(Catalogue catalogue, Request request) {
    String path = Arguments.string("drop", "argument", request.argument());
    catalogue.forget(ServicePath.full(path));
    if (!catalogue.vitrine().drop(path)) {
      throw Catalogue.unknown(path);
    }
    return true;
  }

  private static List<String> list(Catalogue catalogue, String folder, Request request) {
    String prefix = prefix(folder);
    if (request.argument() instanceof String given) {
      prefix = given;
    } else {
      Arguments.none("list", request.argument());
    }
    return catalogue.list(prefix).stream()
        .filter(path -> request.connection().mayTell(path))
        .toList();
  }

  private static String prefix(String folder) {
    return folder.endsWith("/") ? folder : folder + "/";
  }

  private static Map<String, Object> describe(Description of, boolean withSeed) {
    var model = new LinkedHashMap<String, Object>();
    model.put("path", of.path());
    if (of.path().startsWith(Catalogue.LISTS)) {
      model.put("element", of.valueType());
    } else if (of.path().startsWith(Catalogue.SETS)) {
      model.put("element", of.keyType());
    } else {
      model.put("key", of.keyType());
      model.put("value", of.valueType());
    }
    model.put("hash", of.hash());
    if (withSeed && of.hashSeed() != null) {
      model.put("hashSeed", of.hashSeed());
    }
    model.put("segments", (long) of.segments());
    model.put("size", of.entries());
    model.put("bytes", of.bytes());
    model.put("takeovers", of.takeovers());
    model.put("epoch", of.epoch());
    model.put("revision", of.revision());
    return model;
  }

  private static Map<String, Object> stats(Description of) {
    var model = new LinkedHashMap<String, Object>();
    model.put("size", of.entries());
    model.put("bytes", of.bytes());
    model.put("segments", (long) of.segments());
    model.put("takeovers", of.takeovers());
    model.put("revision", of.revision());
    return model;
  }
}
