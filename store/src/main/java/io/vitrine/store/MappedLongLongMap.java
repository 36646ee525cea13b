package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/** A map without boxes over its engine. Safe for any number of threads. */
final class MappedLongLongMap implements LongLongMap {
  private final MappedMap<Long, Long> map;

  /** Null where entries lie in blocks, and calls go through boxes. */
  private final @Nullable CompactEngine engine;

  MappedLongLongMap(StoreMap<Long, Long> map) {
    this.map = (MappedMap<Long, Long>) map;
    this.engine = this.map.engine() instanceof CompactEngine compact ? compact : null;
  }

  private static long valueOf(long word) {
    return word;
  }

  private static long wordOf(long value) {
    return value;
  }

  @Override
  public long get(long key, long absent) {
    if (engine != null) {
      return valueOf(WordCalls.get(engine, key, wordOf(absent)));
    }
    Long value = map.get(key);
    return value == null ? absent : value;
  }

  @Override
  public boolean containsKey(long key) {
    return engine != null ? WordCalls.has(engine, key) : map.containsKey(key);
  }

  @Override
  public void put(long key, long value) {
    if (engine != null) {
      WordCalls.update(engine, WordTask.PUT, key, wordOf(value), 0);
    } else {
      map.put(key, value);
    }
  }

  @Override
  public boolean putIfAbsent(long key, long value) {
    return engine != null
        ? WordCalls.update(engine, WordTask.PUT_IF_ABSENT, key, wordOf(value), 0) != 0
        : map.putIfAbsent(key, value) == null;
  }

  @Override
  public boolean compareAndSet(long key, long expected, long value) {
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
  public long addAndGet(long key, long delta) {
    if (engine == null) {
      return map.addAndGet(key, delta);
    }
    return WordCalls.update(engine, WordTask.ADD_LONG, key, delta, 0);
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
  public StoreMap<Long, Long> boxed() {
    return map;
  }
}
