package io.vitrine.bench.peer;

import java.nio.file.Path;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A map of H2's MVStore. It hands out the very arrays that it keeps, which are copied in and out as
 * they are by everybody else. For any number of threads.
 */
final class MvBytes<K> implements ByteMap<K> {
  private final MVStore store;
  private final MVMap<K, byte[]> map;
  private final boolean synchronous;

  MvBytes(Path folder, DataType<K> keys, Shape shape, boolean synchronous) {
    this.synchronous = synchronous;
    store = Mv.open(folder, shape);
    map =
        store.openMap(
            "bench",
            new MVMap.Builder<K, byte[]>().keyType(keys).valueType(ByteArrayDataType.INSTANCE));
  }

  @Override
  public byte @Nullable [] get(K key) {
    byte[] found = map.get(key);
    return found == null ? null : found.clone();
  }

  @Override
  public byte @Nullable [] getUsing(K key, byte[] using) {
    byte[] found = map.get(key);
    if (found == null) {
      return null;
    }
    System.arraycopy(found, 0, using, 0, found.length);
    return using;
  }

  @Override
  public void put(K key, byte[] value) {
    map.put(key, value.clone());
    if (synchronous) {
      store.commit();
      store.sync();
    }
  }

  @Override
  public void remove(K key) {
    map.remove(key);
  }

  @Override
  public void flush() {
    store.commit();
  }

  @Override
  public void close() {
    store.close();
  }
}
