package io.vitrine.bench.peer;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A map of Vitrine with the options that it has by itself. For any number of threads. */
final class VitrineMap<K> implements ByteMap<K> {
  private final Store store;
  private final StoreMap<K, byte[]> map;

  private VitrineMap(Path folder, MapOptions<K, byte[]> map, StoreOptions options) {
    this.store = Stores.open(folder, options);
    this.map = store.map("/maps/bench", map);
  }

  static ByteMap<Long> longs(Path folder, StoreOptions options) {
    return new VitrineMap<>(folder, MapOptions.of(Codecs.longs(), Codecs.bytes()), options);
  }

  static ByteMap<Long> compact(Path folder, int valueBytes) {
    var map = MapOptions.of(Codecs.longs(), Codecs.bytes(valueBytes)).compact();
    return new VitrineMap<>(folder, map, StoreOptions.defaults());
  }

  static ByteMap<String> texts(Path folder, StoreOptions options) {
    return new VitrineMap<>(folder, MapOptions.of(Codecs.strings(), Codecs.bytes()), options);
  }

  @Override
  public byte @Nullable [] get(K key) {
    return map.get(key);
  }

  @Override
  public byte @Nullable [] getUsing(K key, byte[] using) {
    return map.getUsing(key, using);
  }

  @Override
  public void put(K key, byte[] value) {
    map.put(key, value);
  }

  @Override
  public void remove(K key) {
    map.remove(key);
  }

  @Override
  public Many<K> many() {
    return new VitrineMany<>(map.batch());
  }

  @Override
  public void close() {
    store.close();
  }
}
