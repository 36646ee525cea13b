package io.vitrine.collections;

import io.vitrine.store.Versioned;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
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

  /** With a path behind it: key of the mark that the collection is being dropped. */
  private static final String MARK = SEPARATOR;

  private Annotations() {}

  /** What the keys of a collection's annotations begin with; the rest is the name. */
  static String prefix(String path) {
    return path + SEPARATOR;
  }

  static void set(Vitrine vitrine, String path, String name, @Nullable Object value) {
    String full = CollectionPath.of(path);
    Objects.requireNonNull(name, "name");
    set(vitrine, full, name, value, () -> vitrine.describe(full) != null);
  }

  /**
   * The same.
   *
   * @param exists whether there is a collection of the path
   */
  static void set(
      Vitrine vitrine, String path, String name, @Nullable Object value, BooleanSupplier exists) {
    refuseGone(path, exists);
    String key = prefix(path) + name;
    if (value == null) {
      if (vitrine.describe(PATH) != null) {
        map(vitrine).remove(key);
      }
      return;
    }
    ObservableMap<String, Object> map = map(vitrine);
    map.put(key, value);
    if (!exists.getAsBoolean()) { // dropped meanwhile, by who has perhaps not seen this
      map.remove(key, value);
      refuseGone(path, exists);
    }
  }

  private static void refuseGone(String path, BooleanSupplier exists) {
    if (!exists.getAsBoolean()) {
      throw new IllegalArgumentException("there is no collection " + path + " to be annotated");
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

  /**
   * Drops a collection and what was said of it. Who dies in between leaves a mark, by which the
   * next who creates one of this path knows that there is something to forget.
   *
   * @param drops drops the collection
   * @param exists whether there is one of the path
   */
  static boolean drop(Vitrine vitrine, String path, BooleanSupplier drops, BooleanSupplier exists) {
    Map<String, Long> before = new TreeMap<>();
    quietly(path, () -> before.putAll(revisions(vitrine, path)));
    if (!before.isEmpty()) {
      quietly(path, () -> map(vitrine).put(MARK + path, true));
    }
    boolean dropped = drops.getAsBoolean();
    if (!before.isEmpty()) {
      quietly(
          path,
          () -> {
            // What was said since is of another collection, unless there is none; asked in this
            // order, since one may be made, and something be said of it, at any moment.
            Map<String, Long> since = dropped ? revisions(vitrine, path) : Map.of();
            forget(vitrine, exists.getAsBoolean() ? Map.of() : since);
            forget(vitrine, dropped ? before : Map.of());
            map(vitrine).remove(MARK + path);
          });
    }
    return dropped;
  }

  /** Before a collection is created: forgets what was said of one that somebody died dropping. */
  static void forgetFormer(Vitrine vitrine, String path, BooleanSupplier exists) {
    quietly(
        path,
        () -> {
          if (vitrine.existingMap(PATH) != null && map(vitrine).containsKey(MARK + path)) {
            Map<String, Long> former = revisions(vitrine, path);
            if (!exists.getAsBoolean()) {
              forget(vitrine, former);
              map(vitrine).remove(MARK + path);
            }
          }
        });
  }

  private static ObservableMap<String, Object> map(Vitrine vitrine) {
    return vitrine.map(PATH, String.class, Object.class);
  }

  /** Keys of a collection's annotations, and the revisions that set them. */
  static Map<String, Long> revisions(Vitrine vitrine, String path) {
    var revisions = new TreeMap<String, Long>();
    if (vitrine.existingMap(PATH) != null) {
      ObservableMap<String, Object> map = map(vitrine);
      for (String key : map.keySet()) {
        Versioned<Object> found = key.startsWith(prefix(path)) ? map.getVersioned(key) : null;
        if (found != null) {
          revisions.put(key, found.revision());
        }
      }
    }
    return revisions;
  }

  /** Forgets annotations of a collection that is gone, but those that were set anew. */
  static void forget(Vitrine vitrine, Map<String, Long> revisions) {
    revisions.forEach((key, revision) -> map(vitrine).compareAndSet(key, revision, null));
  }

  /** Does something that must keep nobody from a collection, whatever is in the annotations. */
  private static void quietly(String path, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      System.getLogger(Annotations.class.getName())
          .log(System.Logger.Level.WARNING, "annotations of " + path + " may be left behind", e);
    }
  }
}
