package io.vitrine.bench.peer;

import java.util.ArrayList;
import java.util.List;

/** Several keys for a map that takes only one at a time. For one thread at a time. */
final class OneByOne<K> implements Many<K> {
  private final ByteMap<K> map;
  private final List<K> keys = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();

  OneByOne(ByteMap<K> map) {
    this.map = map;
  }

  @Override
  public void clear() {
    keys.clear();
    values.clear();
  }

  @Override
  public void add(K key) {
    keys.add(key);
  }

  @Override
  public void add(K key, byte[] value) {
    keys.add(key);
    values.add(value);
  }

  @Override
  public int get(byte[][] using) {
    int found = 0;
    for (int i = 0; i < keys.size(); i++) {
      found += map.getUsing(keys.get(i), using[i]) != null ? 1 : 0;
    }
    return found;
  }

  @Override
  public void put() {
    for (int i = 0; i < keys.size(); i++) {
      map.put(keys.get(i), values.get(i));
    }
  }
}
