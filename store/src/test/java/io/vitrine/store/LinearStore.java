package io.vitrine.store;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The map that all runs of {@link LinearMap} share, since making a store takes longer than a
 * scenario. For one thread.
 */
final class LinearStore {
  private static final HeapFiles FILES = new HeapFiles();

  static final StoreMap<Integer, Integer> MAP = make();

  private LinearStore() {}

  private static StoreMap<Integer, Integer> make() {
    try {
      var surroundings = new Surroundings(FILES, () -> 1L, () -> 1L);
      Store store = MappedStore.open(surroundings, StoreOptions.defaults());
      StoreMap<Integer, Integer> map =
          store.map("/maps/linear", MapOptions.of(Codecs.ints(), Codecs.ints()).withSegments(1));
      for (int key = 0; key < 8; key++) { // so that no run has to cut a chunk into blocks
        map.put(key, key);
        map.remove(key);
      }
      FILES.keep();
      return map;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts the map back to what it was in the beginning, even if a run was broken off. */
  static void reset() {
    FILES.putBack();
    ((MappedMap<Integer, Integer>) MAP).engine().log().forgetEnd();
  }
}
