package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/** A map without boxes over its engine. Safe for any number of threads. */
final class MappedLongIntMap implements LongIntMap {
  private final MappedMap<Long, Integer> map;

  /** Null where entries lie in blocks, and calls go through boxes. */
  private final @Nullable CompactEngine engine;

  MappedLongIntMap(StoreMap<Long, Integer> map) {
    this.map = (MappedMap<Long, Integer>) map;
    this.engine = this.map.engine() instanceof CompactEngine compact ? compact : null;
  }

  private static int valueOf(long word) {
    return (int) word;
  }

  private static long wordOf(int value) {
    return value & 0xFFFF_FFFFL;
  }

  @Override
  public int get(long key, int absent) {
    if (engine != null) {
      return valueOf(WordCalls.get(engine, key, wordOf(absent)));
    }
    Integer value = map.get(key);
    return value == null ? absent : value;
  }

  @Override
  public boolean containsKey(long key) {
    return engine != null ? WordCalls.has(engine, key) : map.containsKey(key);
  }

  @Override
  public void put(long key, int value) {
    if (engine != null) {
      WordCalls.update(engine, WordTask.PUT, key, wordOf(value), 0);
    } else {
      map.put(key, value);
    }
  }

  @Override
  public boolean putIfAbsent(long key, int value) {
    return engine != null
        ? WordCalls.update(engine, WordTask.PUT_IF_ABSENT, key, wordOf(value), 0) != 0
        : map.putIfAbsent(key, value) == null;
  }

  @Override
  public boolean compareAndSet(long key, int expected, int value) {
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
  public int addAndGet(long key, int delta) {
    if (engine == null) {
      return (int) map.addAndGet(key, delta);
    }
    long sum = WordCalls.update(engine, WordTask.ADD_INT, key, delta, 0);
    if (sum == WordTask.NO_INT) {
      throw new ArithmeticException(
          map.path() + ": a sum with " + delta + " is no int; nothing was changed");
    }
    return valueOf(sum);
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
  public StoreMap<Long, Integer> boxed() {
    return map;
  }
}
