package io.vitrine.bench.peer;

import java.util.ArrayList;
import java.util.List;

/** Several keys for a map that takes them as lists. For one thread at a time. */
final class Together<K> implements Many<K> {
  /** Looks up. */
  @FunctionalInterface
  interface Getter<K> {
    /** Fills what is found into the arrays, each as large as a value, and counts it. */
    int get(List<K> keys, byte[][] using);
  }

  /** Sets. */
  @FunctionalInterface
  interface Putter<K> {
    void put(List<K> keys, List<byte[]> values);
  }

  private final Getter<K> getter;
  private final Putter<K> putter;
  private final List<K> keys = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();

  Together(Getter<K> getter, Putter<K> putter) {
    this.getter = getter;
    this.putter = putter;
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
    return getter.get(keys, using);
  }

  @Override
  public void put() {
    putter.put(keys, values);
  }
}
