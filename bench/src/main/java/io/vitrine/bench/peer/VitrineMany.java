package io.vitrine.bench.peer;

import io.vitrine.store.Batch;

/** Several keys for a map of Vitrine. For one thread at a time. */
final class VitrineMany<K> implements Many<K> {
  private final Batch<K, byte[]> batch;

  VitrineMany(Batch<K, byte[]> batch) {
    this.batch = batch;
  }

  @Override
  public void clear() {
    batch.clear();
  }

  @Override
  public void add(K key) {
    batch.add(key);
  }

  @Override
  public void add(K key, byte[] value) {
    batch.add(key, value);
  }

  @Override
  public int get(byte[][] using) {
    int found = batch.get();
    for (int i = 0; i < using.length; i++) {
      batch.value(i, using[i]);
    }
    return found;
  }

  @Override
  public void put() {
    batch.put();
  }
}
