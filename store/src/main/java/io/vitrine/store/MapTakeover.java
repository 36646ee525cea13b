package io.vitrine.store;

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
