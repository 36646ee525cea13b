package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/** What dead processes left in one map, which somebody may drop meanwhile. Safe for any thread. */
final class MapTakeover {
  private MapTakeover() {}

  /** Takes over a map's segments; what takes hashes of keys is left to who can compute them. */
  static int sweep(MapEngine engine) {
    try {
      return engine.sweep();
    } catch (IllegalStateException e) {
      if (!engine.isDropped()) {
        throw e;
      }
      return 0;
    } catch (StoreException e) {
      if (engine.file.isHashKnown() || e instanceof CorruptStoreException) {
        throw e;
      }
      System.getLogger(MapTakeover.class.getName())
          .log(System.Logger.Level.WARNING, "not taken over from a dead process", e);
      return 0;
    }
  }

  /**
   * Whether something unfinished names a record still, after everything was to be taken over.
   *
   * @throws StoreException what kept a map from being taken over, if that is why
   */
  static boolean isLeft(int names, @Nullable StoreException failure) {
    if (names > 0 && failure != null) {
      throw failure;
    }
    return names > 0;
  }

  /** How many segments of a map have something unfinished that names a record of the log. */
  static int names(MapEngine engine, long position) {
    try {
      return engine.names(position);
    } catch (IllegalStateException e) {
      if (!engine.isDropped()) {
        throw e;
      }
      return 0; // nobody was amid a change when it was
    }
  }
}
