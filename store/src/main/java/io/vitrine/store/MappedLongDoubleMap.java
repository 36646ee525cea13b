package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/** A map without boxes over its engine. Safe for any number of threads. */
final class MappedLongDoubleMap implements LongDoubleMap {
  private final MappedMap<Long, Double> map;

  /** Null where entries lie in blocks, and calls go through boxes. */
  private final @Nullable CompactEngine engine;

  MappedLongDoubleMap(StoreMap<Long, Double> map) {
    this.map = (MappedMap<Long, Double>) map;
    this.engine = this.map.engine() instanceof CompactEngine compact ? compact : null;
  }

  private static double valueOf(long word) {
    return Double.longBitsToDouble(word);
  }

  private static long wordOf(double value) {
    return Double.doubleToLongBits(value);
  }

  @Override
  public double get(long key, double absent) {
    if (engine != null) {
      return valueOf(WordCalls.get(engine, key, wordOf(absent)));
    }
    Double value = map.get(key);
    return value == null ? absent : value;
  }

  @Override
  public boolean containsKey(long key) {
    return engine != null ? WordCalls.has(engine, key) : map.containsKey(key);
  }

  @Override
  public void put(long key, double value) {
    if (engine != null) {
      WordCalls.update(engine, WordTask.PUT, key, wordOf(value), 0);
    } else {
      map.put(key, value);
    }
  }

  @Override
  public boolean putIfAbsent(long key, double value) {
    return engine != null
        ? WordCalls.update(engine, WordTask.PUT_IF_ABSENT, key, wordOf(value), 0) != 0
        : map.putIfAbsent(key, value) == null;
  }

  @Override
  public boolean compareAndSet(long key, double expected, double value) {
    return engine != null
        ? WordCalls.update(engine, WordTask.COMPARE_AND_SET, key, wordOf(value), wordOf(expected))
            != 0
        : map.replace(key, expected, value);
  }

  @Override
  public boolean remove(long key) {
    return engine != null
        ? WordCalls.update(engine, WordTask.REMOVE, key, 0, 0) != 0
        : map.remove(key);
  }

  @Override
  public double addAndGet(long key, double delta) {
    if (engine == null) {
      return map.addAndGet(key, delta);
    }
    return valueOf(WordCalls.update(engine, WordTask.ADD_DOUBLE, key, wordOf(delta), 0));
  }

  @Override
  public void forEach(EntryConsumer consumer) {
    WordCalls.forEach(map.engine(), (key, word) -> consumer.accept(key, valueOf(word)));
  }

  @Override
  public long size() {
    return map.size();
  }

  @Override
  public void clear() {
    if (engine == null) {
      map.clear(); // void entries, too
    } else {
      forEach((key, value) -> remove(key));
    }
  }

  @Override
  public StoreMap<Long, Double> boxed() {
    return map;
  }
}
