package io.vitrine.store;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The map that all runs of {@link LinearMap} share, since making a store takes longer than a
 * scenario. For one thread.
 */
final class LinearStore {
  private static final HeapFiles FILES = new HeapFiles();

  static final Store STORE = makeStore();
  static final StoreMap<Integer, Integer> MAP = makeMap("/maps/linear", 1, false);
  static final StoreMap<Integer, Integer> COMPACT = makeMap("/maps/compact", 1, true);

  /** With keys in different segments. */
  static final StoreMap<Integer, Integer> GROUPED = makeMap("/maps/grouped", 2, false);

  private LinearStore() {}

  /** With or without a log, as the process was told. */
  private static StoreOptions options() {
    return Boolean.getBoolean("linear.unlogged") ? StoreOptions.defaults() : Logged.OPTIONS;
  }

  private static Store makeStore() {
    try {
      return MappedStore.open(new Surroundings(FILES, () -> 1L, () -> 1L), options());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StoreMap<Integer, Integer> makeMap(String path, int segments, boolean compact) {
    var options = MapOptions.of(Codecs.ints(), Codecs.ints()).withSegments(segments);
    StoreMap<Integer, Integer> map = STORE.map(path, compact ? options.compact() : options);
    for (int key = 0; key < 3; key++) { // so that no run has to cut a chunk into blocks
      map.put(key, key);
      map.remove(key);
    }
    FILES.keep();
    return map;
  }

  /** Puts the map back to what it was in the beginning, even if a run was broken off. */
  static void reset() {
    FILES.putBack();
  }
}
