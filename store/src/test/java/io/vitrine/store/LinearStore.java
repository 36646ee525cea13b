package io.vitrine.store;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The map that all runs of {@link LinearMap} share, since making a store takes longer than a
 * scenario. For one thread.
 */
final class LinearStore {
  private static final HeapFiles FILES = new HeapFiles();

  private static final Store STORE = open();
  static final StoreMap<Integer, Integer> MAP = make("/maps/linear", false);
  static final StoreMap<Integer, Integer> COMPACT = make("/maps/compact", true);

  private LinearStore() {}

  private static Store open() {
    try {
      var surroundings = new Surroundings(FILES, () -> 1L, () -> 1L);
      return MappedStore.open(surroundings, StoreOptions.defaults());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StoreMap<Integer, Integer> make(String path, boolean compact) {
    var options = MapOptions.of(Codecs.ints(), Codecs.ints()).withSegments(1);
    StoreMap<Integer, Integer> map = STORE.map(path, compact ? options.compact() : options);
    for (int key = 0; key < 8; key++) { // so that no run has to cut a chunk into blocks
      map.put(key, key);
      map.remove(key);
    }
    FILES.keep();
    return map;
  }

  /** Puts the map back to what it was in the beginning, even if a run was broken off. */
  static void reset() {
    FILES.putBack();
    ((MappedMap<Integer, Integer>) MAP).engine().log().forgetEnd();
  }
}
