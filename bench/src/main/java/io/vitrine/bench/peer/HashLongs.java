package io.vitrine.bench.peer;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers in a map on the heap, boxed as they have to be. For any number of threads. */
final class HashLongs implements LongMap {
  private final ConcurrentHashMap<Long, Long> map = new ConcurrentHashMap<>();

  @Override
  public long get(long key) {
    return Objects.requireNonNull(map.get(key));
  }

  @Override
  public void put(long key, long value) {
    map.put(key, value);
  }

  @Override
  public long addAndGet(long key, long delta) {
    return Objects.requireNonNull(map.merge(key, delta, Long::sum));
  }

  @Override
  public void close() {
    map.clear();
  }
}
