package io.vitrine.bench.peer;

import io.vitrine.store.LongLongMap;
import io.vitrine.store.Store;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.nio.file.Path;

/** Numbers in a compact map of Vitrine, without boxes. For any number of threads. */
final class VitrineLongs implements LongMap {
  private final Store store;
  private final LongLongMap map;

  VitrineLongs(Path folder, StoreOptions options) {
    store = Stores.open(folder, options);
    map = store.longLongMap("/maps/bench");
  }

  @Override
  public long get(long key) {
    return map.get(key, 0);
  }

  @Override
  public void put(long key, long value) {
    map.put(key, value);
  }

  @Override
  public long addAndGet(long key, long delta) {
    return map.addAndGet(key, delta);
  }

  @Override
  public void close() {
    store.close();
  }
}
