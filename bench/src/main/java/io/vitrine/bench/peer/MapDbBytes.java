package io.vitrine.bench.peer;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.mapdb.DB;
import org.mapdb.HTreeMap;
import org.mapdb.Serializer;

/** A map of MapDB; its values are copied by reading and writing them. For any number of threads. */
final class MapDbBytes<K> implements ByteMap<K> {
  private final DB db;
  private final HTreeMap<K, byte[]> map;

  MapDbBytes(Path folder, Serializer<K> keys, Shape shape) {
    db = MapDb.open(folder);
    map = MapDb.map(db, keys, Serializer.BYTE_ARRAY, shape.entries());
  }

  @Override
  public byte @Nullable [] get(K key) {
    return map.get(key);
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
    map.put(key, value);
  }

  @Override
  public void remove(K key) {
    map.remove(key);
  }

  @Override
  public void close() {
    db.close();
  }
}
