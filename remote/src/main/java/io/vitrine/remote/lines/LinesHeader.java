package io.vitrine.remote.lines;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.store.MapInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a file: what the map is made of. Immutable.
 *
 * @param path where it was
 * @param key type name of the keys
 * @param value type name of the values
 * @param hash name of the hash strategy
 * @param hashSeed its seed; null where the file does not say it, perhaps since it is a secret
 * @param segments parts with a lock of their own
 * @param epoch identity of the change log
 * @param revision the revision that the entries are of
 */
record LinesHeader(
    String path,
    String key,
    String value,
    String hash,
    @Nullable Long hashSeed,
    int segments,
    long epoch,
    long revision) {
  static final long VERSION = 1;

  private static final String MARK = "vitrine";
  private static final String KIND = "map";

  static LinesHeader of(MapInfo info, long epoch, long revision) {
    return new LinesHeader(
        info.path(),
        info.keyType(),
        info.valueType(),
        info.hashName(),
        info.hashSeed(),
        info.segments(),
        epoch,
        revision);
  }

  /**
   * How a map that is made of the lines hashes its keys: where the seed is not said, with a new one
   * if that is the point of the strategy, never with one that everybody knows.
   */
  HashStrategy strategy() {
    return hashSeed == null ? HashStrategies.of(hash) : HashStrategies.of(hash, hashSeed);
  }

  Map<String, Object> toModel() {
    var model = new LinkedHashMap<String, Object>();
    model.put(MARK, KIND);
    model.put("version", VERSION);
    model.put("path", path);
    model.put("key", key);
    model.put("value", value);
    model.put("hash", hash);
    if (hashSeed != null) {
      model.put("hashSeed", hashSeed);
    }
    model.put("segments", (long) segments);
    model.put("epoch", epoch);
    model.put("revision", revision);
    return model;
  }

  /**
   * Reads the fields of the first line; those that are not known are passed over.
   *
   * @throws IllegalArgumentException if it is no header
   */
  static LinesHeader fromModel(Map<?, ?> model) {
    if (!KIND.equals(model.get(MARK))) {
      throw new IllegalArgumentException(
          "expected a header with %s: %s, found the fields %s"
              .formatted(MARK, KIND, model.keySet()));
    }
    long version = number(model, "version", null);
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "version is %d, expected %d: written by another version of Vitrine"
              .formatted(version, VERSION));
    }
    return new LinesHeader(
        text(model, "path"),
        text(model, "key"),
        text(model, "value"),
        model.containsKey("hash") ? text(model, "hash") : "rapid",
        model.containsKey("hashSeed") ? (Long) number(model, "hashSeed", null) : null,
        segments(number(model, "segments", 1024L)),
        number(model, "epoch", 0L),
        number(model, "revision", 0L));
  }

  private static int segments(long number) {
    if (number != (int) number) {
      throw new IllegalArgumentException(
          "header has segments: %d, expected a power of two".formatted(number));
    }
    return (int) number;
  }

  private static String text(Map<?, ?> model, String field) {
    if (model.get(field) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(
        "header has %s: %s, expected a string".formatted(field, model.get(field)));
  }

  private static long number(Map<?, ?> model, String field, @Nullable Long standard) {
    Object found = model.get(field);
    if (found instanceof Long number) {
      return number;
    }
    if (found == null && standard != null) {
      return standard;
    }
    throw new IllegalArgumentException(
        "header has %s: %s, expected an integer".formatted(field, found));
  }
}
