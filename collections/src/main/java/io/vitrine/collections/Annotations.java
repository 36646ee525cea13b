package io.vitrine.collections;

import io.vitrine.store.Versioned;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Named values of collections, kept in a map of the same catalogue: so they are shared, durable and
 * served as all else is. Stateless.
 */
final class Annotations {
  /** The map that holds them. */
  static final String PATH = CollectionPath.MAPS + "annotations";

  /** Stands in no path. */
  private static final String SEPARATOR = "#";

  private Annotations() {}

  /** What the keys of a collection's annotations begin with; the rest is the name. */
  static String prefix(String path) {
    return path + SEPARATOR;
  }

  static void set(Vitrine vitrine, String path, String name, @Nullable Object value) {
    String full = CollectionPath.of(path);
    Objects.requireNonNull(name, "name");
    if (vitrine.describe(full) == null) {
      throw new IllegalArgumentException("there is no collection " + full + " to be annotated");
    }
    ObservableMap<String, Object> map = vitrine.map(PATH, String.class, Object.class);
    if (value == null) {
      map.remove(prefix(full) + name);
    } else {
      map.put(prefix(full) + name, value);
    }
  }

  static Map<String, Object> of(Vitrine vitrine, String path) {
    String prefix = prefix(CollectionPath.of(path));
    var found = new TreeMap<String, Object>();
    if (vitrine.describe(PATH) != null) {
      vitrine
          .map(PATH, String.class, Object.class)
          .forEach((key, value) -> {
            if (key.startsWith(prefix)) {
              found.put(key.substring(prefix.length()), value);
            }
          });
    }
    return found;
  }

  /** Keys of a collection's annotations, and the revisions that set them. */
  static Map<String, Long> revisions(Vitrine vitrine, String path) {
    var revisions = new TreeMap<String, Long>();
    if (vitrine.describe(PATH) != null) {
      ObservableMap<String, Object> map = vitrine.map(PATH, String.class, Object.class);
      for (String name : of(vitrine, path).keySet()) {
        Versioned<Object> found = map.getVersioned(prefix(path) + name);
        if (found != null) {
          revisions.put(prefix(path) + name, found.revision());
        }
      }
    }
    return revisions;
  }

  /** Forgets annotations of a collection that is gone, but those that were set anew. */
  static void forget(Vitrine vitrine, Map<String, Long> revisions) {
    revisions.forEach((key, revision) ->
        vitrine.map(PATH, String.class, Object.class).compareAndSet(key, revision, null));
  }
}
