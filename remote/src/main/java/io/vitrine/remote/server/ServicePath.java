package io.vitrine.remote.server;

/**
 * A csp taken apart. Immutable.
 *
 * @param path path of a collection or of the catalogue
 * @param view name of a view, empty for the collection itself
 */
record ServicePath(String path, String view) {
  private static final String VIEW = "?view=";

  /** The same path for all ways to write it: a name without a slash is one of a map. */
  static String full(String path) {
    return path.indexOf('/') < 0 ? "/maps/" + path : path;
  }

  static ServicePath of(String csp) {
    int mark = csp.indexOf('?');
    if (mark < 0) {
      return new ServicePath(full(csp), "");
    }
    String path = full(csp.substring(0, mark));
    return csp.startsWith(VIEW, mark)
        ? new ServicePath(path, csp.substring(mark + VIEW.length()))
        : new ServicePath(path, csp.substring(mark));
  }

  /** Whether it names the catalogue or a folder of it. */
  boolean isCatalogue() {
    return switch (path) {
      case "/", "/maps", "/maps/", "/sets", "/sets/", "/lists", "/lists/" -> true;
      default -> false;
    };
  }
}
