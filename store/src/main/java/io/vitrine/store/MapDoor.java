package io.vitrine.store;

import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Hands out the maps of a catalogue by their codecs. Safe for any number of threads. */
final class MapDoor {
  private final Catalogue catalogue;
  private final ScratchPool scratches;

  MapDoor(Catalogue catalogue, ScratchPool scratches) {
    this.catalogue = catalogue;
    this.scratches = scratches;
  }

  /** A map by the codecs and the hash that it was created with. */
  <K, V> StoreMap<K, V> map(MapEngine engine, String path, MapOptions<K, V> options) {
    engine.file.checkHashKnown();
    expect(path, "keys of type", engine.file.keyType, options.keys().typeName());
    expect(path, "values of type", engine.file.valueType, options.values().typeName());
    expect(path, "hash", engine.file.hash.name(), options.hash().name());
    HashStrategy found = engine.file.hash;
    HashStrategy asked = options.hash();
    if (found.seed() != asked.seed() && !asked.isSeedDrawn()) {
      throw new StoreException(
          "map "
              + path
              + " has another seed for its hash: has "
              + found
              + ", asked for "
              + asked
              + "; open it as it was created"); // what they print leaves out seeds that are secret
    }
    return new MappedMap<>(engine, options, scratches);
  }

  /** The same of a path, null where there is no map. */
  <K, V> @Nullable StoreMap<K, V> mapIfThere(String path, MapOptions<K, V> options) {
    MapEngine engine = catalogue.find(path);
    return engine == null ? null : map(engine, path, options);
  }

  private static void expect(String path, String what, String found, String asked) {
    if (!found.equals(asked)) {
      throw new StoreException(
          "map "
              + path
              + " has "
              + what
              + " "
              + found
              + ", asked for "
              + asked
              + "; open it as it was created");
    }
  }

  @Nullable StoreMap<Object, Object> genericMap(String path) {
    MapEngine engine = catalogue.find(path);
    if (engine == null) {
      return null;
    }
    engine.file.checkHashKnown();
    var options =
        MapOptions.of(
            codec(engine, "keys", engine.file.keyType),
            codec(engine, "values", engine.file.valueType));
    return new MappedMap<>(engine, options.withHash(engine.file.hash), scratches);
  }

  private static Codec<Object> codec(MapEngine engine, String what, String type) {
    try {
      return Codecs.of(type);
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          engine.file.name() + ": its " + what + " are of a type that is none: " + e.getMessage(),
          e);
    }
  }

  List<String> list(String prefix) {
    catalogue.letGoOfDropped();
    return catalogue.fileNames().stream()
        .map(this::pathOf)
        .filter(path -> path != null && path.startsWith(prefix))
        .map(Objects::requireNonNull)
        .sorted()
        .toList();
  }

  /** Path of a map that is there; of a damaged one by its file's name, as who uses it is told. */
  private @Nullable String pathOf(String file) {
    try {
      MapEngine engine = catalogue.findFile(file);
      return engine == null ? null : engine.file.path;
    } catch (StoreException e) {
      return StorePath.pathOf(file);
    }
  }

  @Nullable MapStatistics statistics(String path) {
    MapEngine engine = catalogue.find(path);
    return engine == null ? null : unlessDropped(engine, () -> StatisticsReader.read(engine));
  }

  /** What is told of a map; null if somebody drops it meanwhile. */
  private static <T> @Nullable T unlessDropped(MapEngine engine, Supplier<T> look) {
    try {
      return look.get();
    } catch (IllegalStateException e) {
      if (!engine.isDropped()) {
        throw e;
      }
      return null;
    }
  }

  StoreStatistics statistics(int opens, ChangeLog log, Tally forces) {
    long end = log.end();
    return new StoreStatistics(
        catalogue.all().size(),
        opens,
        end - log.guard.word(ControlLayout.LOG_BASE),
        end - log.first(),
        log.locks.waits().count() + catalogue.lockWaits().count(),
        log.locks.waits().nanos() + catalogue.lockWaits().nanos(),
        forces.count(),
        forces.nanos());
  }

  @Nullable MapInfo describe(String path) {
    MapEngine engine = catalogue.find(path);
    if (engine == null) {
      return null;
    }
    return unlessDropped(engine, () -> engine.file.look(memory -> info(engine, memory)));
  }

  private static MapInfo info(MapEngine engine, MemorySegment memory) {
    MapFile file = engine.file;
    return new MapInfo(
        file.path,
        file.mapId,
        file.keyType,
        file.valueType,
        file.hash.name(),
        file.hash.seed(),
        file.segments,
        engine.size(),
        file.word(memory, MapLayout.ALLOCATED),
        Memory.getAcquire(memory, MapLayout.TAKEOVERS));
  }
}
