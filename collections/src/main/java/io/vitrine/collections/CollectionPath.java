package io.vitrine.collections;

import io.vitrine.store.Stores;
import java.util.List;

/** Checks paths of collections and completes short ones. Stateless, safe for any thread. */
final class CollectionPath {
  static final String MAPS = "/maps/";
  static final String SETS = "/sets/";
  static final String LISTS = "/lists/";
  private static final List<String> KINDS = List.of(MAPS, SETS, LISTS);

  private CollectionPath() {}

  /**
   * The full path of a collection.
   *
   * @param path a path, or a name without a slash, which means a map
   * @return the path
   * @throws IllegalArgumentException if it is none
   */
  static String of(String path) {
    String full = path.indexOf('/') < 0 ? MAPS + path : path;
    String kind = KINDS.stream().filter(full::startsWith).findFirst().orElse(null);
    if (kind == null) {
      throw new IllegalArgumentException(
          "path \"" + path + "\" begins with none of " + KINDS + "; use /maps/NAME");
    }
    Stores.requireNames(full);
    return full;
  }

  /**
   * The full path of a map.
   *
   * @param path a path, or a name without a slash
   * @return the path
   * @throws IllegalArgumentException if it is none, or not one of a map
   */
  static String ofMap(String path) {
    return of(path, MAPS, "map");
  }

  /**
   * The full path of a set.
   *
   * @param path a path, or a name without a slash
   * @return the path
   * @throws IllegalArgumentException if it is none, or not one of a set
   */
  static String ofSet(String path) {
    return of(path, SETS, "set");
  }

  /**
   * The full path of a list.
   *
   * @param path a path, or a name without a slash
   * @return the path
   * @throws IllegalArgumentException if it is none, or not one of a list
   */
  static String ofList(String path) {
    return of(path, LISTS, "list");
  }

  private static String of(String path, String folder, String kind) {
    String full = of(path.indexOf('/') < 0 ? folder + path : path);
    if (!full.startsWith(folder)) {
      throw new IllegalArgumentException(
          "path \"" + path + "\" is not one of a " + kind + "; use " + folder + "NAME");
    }
    return full;
  }
}
