package io.vitrine.bench.peer;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A map on the heap; values are copied in and out, as they are by everybody else. For any number of
 * threads.
 */
final class HashBytes<K> implements ByteMap<K> {
  private final ConcurrentHashMap<K, byte[]> map = new ConcurrentHashMap<>();

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
  }

  @Override
  public void remove(K key) {
    map.remove(key);
  }

  @Override
  public void close() {
    map.clear();
  }
}
