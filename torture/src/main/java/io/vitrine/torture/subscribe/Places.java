package io.vitrine.torture.subscribe;

import io.vitrine.store.StoreOptions;

/** What all processes of the torture know. Stateless. */
final class Places {
  /** Everything happens to this map. */
  static final String WILD = "/maps/wild";

  /** Never cleared, and no entry of it becomes void. */
  static final String CALM = "/maps/calm";

  /** A set, whose elements come and go. */
  static final String SET = "/sets/some";

  /** A list, changed everywhere. */
  static final String LIST = "/lists/row";

  /** Its large values move the log on, so that who sticks comes too late. */
  static final String FILLER = "/maps/filler";

  /** So little that slow subscribers lose their places. */
  static final StoreOptions OPTIONS = new StoreOptions(1 << 20);

  private Places() {}

  static boolean isMap(String path) {
    return path.startsWith("/maps/");
  }

  static boolean isSet(String path) {
    return path.startsWith("/sets/");
  }

  static boolean isList(String path) {
    return path.startsWith("/lists/");
  }
}
