package io.vitrine.remote.server;

import io.vitrine.collections.Description;
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
  private static final List<String> OPTIONS =
      List.of("key", "value", "hash", "segments", "durability");

  private CatalogueEvents() {}

  static @Nullable Object handle(Catalogue catalogue, String folder, Request request) {
    return switch (request.event()) {
      case "create" -> create(catalogue, request);
      case "drop" -> drop(catalogue, request);
      case "list" -> list(catalogue, folder, request);
      case "describe" -> {
        String path = Arguments.string("describe", "argument", request.argument());
        request.authorize(path, Verb.READ);
        yield describe(catalogue.describe(path));
      }
      case "stats" -> {
        String path = Arguments.string("stats", "argument", request.argument());
        request.authorize(path, Verb.READ);
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
    String path = Arguments.string("create", "path", parts[0]);
    request.authorize(path, Verb.ADMIN);
    if (!path.startsWith("/maps/") || path.length() == "/maps/".length()) {
      throw Arguments.bad("create", "path is " + path + ", expected /maps/NAME");
    }
    Map<?, ?> options = parts[1] instanceof Map<?, ?> map ? map : Map.of();
    if (parts[1] != null && !(parts[1] instanceof Map)) {
      throw Arguments.bad("create", "options are no map, expected {key: string, value: any}");
    }
    catalogue.vitrine().map(path, spec(catalogue.vitrine().types(), options));
    return null;
  }

  private static MapSpec<?, ?> spec(TypeRegistry types, Map<?, ?> options) {
    for (Object name : options.keySet()) {
      if (!OPTIONS.contains(name)) {
        throw Arguments.bad("create", "there is no option " + name + ", expected " + OPTIONS);
      }
    }
    MapSpec<?, ?> spec =
        TypeNames.spec(type(options, "key", "string"), type(options, "value", "any"), types);
    if (options.get("hash") != null) {
      spec = spec.withHash(hash(Arguments.string("create", "hash", options.get("hash"))));
    }
    if (options.get("segments") != null) {
      long segments = Arguments.integer("create", "segments", options.get("segments"));
      spec = spec.withSegments(Math.clamp(segments, 0, Integer.MAX_VALUE));
    }
    Object durability = options.get("durability");
    if (durability != null && !durability.equals("process")) {
      throw Arguments.bad("create", "durability is " + durability + ", expected process");
    }
    return spec;
  }

  private static HashStrategy hash(String name) {
    return HashStrategies.of(name);
  }

  private static String type(Map<?, ?> options, String option, String standard) {
    Object given = options.get(option);
    return given == null ? standard : Arguments.string("create", option, given);
  }

  private static Object drop(Catalogue catalogue, Request request) {
    String path = Arguments.string("drop", "argument", request.argument());
    request.authorize(path, Verb.ADMIN);
    catalogue.forget(path);
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
    return catalogue.vitrine().list(prefix).stream()
        .filter(path -> request.connection().permits(path, Verb.READ))
        .toList();
  }

  private static String prefix(String folder) {
    return folder.endsWith("/") ? folder : folder + "/";
  }

  private static Map<String, Object> describe(Description of) {
    var model = new LinkedHashMap<String, Object>();
    model.put("path", of.path());
    model.put("key", of.keyType());
    model.put("value", of.valueType());
    model.put("hash", of.hash());
    model.put("hashSeed", of.hashSeed());
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
