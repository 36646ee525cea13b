package io.vitrine.store;

/**
 * All segments of a map, locked: nobody changes it meanwhile. For one thread, which has locked no
 * segment of a map with a higher number, as in {@link GroupCommit}.
 */
final class WholeMap implements AutoCloseable {
  private final MapEngine engine;
  private int locked;

  WholeMap(MapEngine engine) {
    this.engine = engine;
  }

  /** Waits until no change that began before is still being made, and lets none begin. */
  void lock() {
    while (locked < engine.file.segments) {
      engine.lock(locked);
      locked++; // nothing can be thrown between the lock and this
    }
  }

  /** Marks the map as dropped, for every kind of lookup. */
  void markDropped() {
    engine.file.drop();
    for (int segment = 0; segment < locked; segment++) {
      engine.file.noteIfDropped(segment);
    }
  }

  @Override
  public void close() {
    while (locked > 0) {
      try {
        engine.unlock(locked - 1);
      } catch (Throwable _) { // there may be no stack even for a call
        engine.stranded.locks[locked - 1] = true;
        engine.stranded.isAny = true;
      }
      locked--;
    }
  }
}
