package io.vitrine.bench.peer;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.Objects;

/** Numbers in a map of Vitrine. For any number of threads. */
final class VitrineLongs implements LongMap {
  private final Store store;
  private final StoreMap<Long, Long> map;

  VitrineLongs(Path folder) {
    store = Stores.open(folder);
    map = store.map("/maps/bench", MapOptions.of(Codecs.longs(), Codecs.longs()));
  }

  @Override
  public long get(long key) {
    return Objects.requireNonNull(map.get(key));
  }

  @Override
  public void put(long key, long value) {
    map.put(key, value);
  }

  @Override
  public void close() {
    store.close();
  }
}
