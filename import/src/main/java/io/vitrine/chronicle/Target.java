package io.vitrine.chronicle;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.store.Codec;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapInfo;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The map that entries are imported into. For the main thread. */
final class Target implements AutoCloseable {
  private final Store store;
  private final StoreMap<Object, Object> map;
  private final Codec<Object> values;
  private final Shape keyShape;
  private final Shape valueShape;
  private final boolean onlyThese;
  private MemorySegment found = MemorySegment.ofArray(new byte[1 << 12]);

  private Target(
      Store store,
      StoreMap<Object, Object> map,
      Shape keyShape,
      Shape valueShape,
      boolean onlyThese) {
    this.store = store;
    this.map = map;
    this.values = map.options().values();
    this.keyShape = keyShape;
    this.valueShape = valueShape;
    this.onlyThese = onlyThese;
  }

  /**
   * Opens the map, which is made where there is none.
   *
   * @param hash strategy of the map, null for that which it has
   * @throws ImportException if it has entries and that was not allowed
   * @throws io.vitrine.store.StoreException if it is of other types
   */
  static Target open(
      Path folder,
      String path,
      Shape keyShape,
      Shape valueShape,
      @Nullable HashStrategy hash,
      boolean intoExisting) {
    MapOptions<Object, Object> options =
        MapOptions.of(Codecs.plain(keyShape.type()), Codecs.plain(valueShape.type()));
    Store store = Stores.open(folder);
    try {
      HashStrategy strategy = hash != null ? hash : strategyOf(store, path);
      StoreMap<Object, Object> map = store.map(path, options.withHash(strategy));
      if (map.size() > 0 && !intoExisting) {
        throw new ImportException(
            "%s: has %d entries; add --into-existing to keep those with other keys"
                .formatted(path, map.size()));
      }
      return new Target(store, map, keyShape, valueShape, !intoExisting);
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** That of the map, or of one that is made. */
  private static HashStrategy strategyOf(Store store, String path) {
    MapInfo there = store.describe(path);
    return there == null ? HashStrategies.of("rapid") : there.strategy();
  }

  /**
   * Refuses an entry that no map could take.
   *
   * @throws ImportException if it is one
   */
  static void check(Shape keyShape, Object key, Shape valueShape, Object value) {
    try {
      var _ = Codecs.plain(keyShape.type()).sizeOf(keyShape.convert().apply(key));
      var _ = Codecs.plain(valueShape.type()).sizeOf(valueShape.convert().apply(value));
    } catch (IllegalArgumentException | ImportException e) {
      throw new ImportException(
          "entry %s=%s cannot be imported: %s"
              .formatted(Shapes.describe(key), Shapes.describe(value), e.getMessage()),
          e);
    }
  }

  /** Whether the map is to have no entries but those imported. */
  boolean onlyThese() {
    return onlyThese;
  }

  long size() {
    return map.size();
  }

  void put(Object key, Object value) {
    map.put(keyShape.convert().apply(key), valueShape.convert().apply(value));
  }

  /** Whether an entry is there, with the same bytes. */
  boolean has(Object key, Object value) {
    Object model = valueShape.convert().apply(value);
    byte[] expected = new byte[Math.toIntExact(values.sizeOf(model))];
    values.write(model, MemorySegment.ofArray(expected), 0);
    if (found.byteSize() < expected.length) {
      found = MemorySegment.ofArray(new byte[expected.length]);
    }
    long length = map.copyValue(keyShape.convert().apply(key), found, 0);
    return length == expected.length
        && MemorySegment.mismatch(
                found, 0, length, MemorySegment.ofArray(expected), 0, expected.length)
            < 0;
  }

  @Override
  public void close() {
    store.close();
  }
}
