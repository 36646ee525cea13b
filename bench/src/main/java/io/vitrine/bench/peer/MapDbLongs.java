package io.vitrine.bench.peer;

import java.nio.file.Path;
import java.util.Objects;
import org.mapdb.DB;
import org.mapdb.HTreeMap;
import org.mapdb.Serializer;

/** Numbers in a map of MapDB. For any number of threads. */
final class MapDbLongs implements LongMap {
  private final DB db;
  private final HTreeMap<Long, Long> map;

  MapDbLongs(Path folder, long entries) {
    db = MapDb.open(folder);
    map = MapDb.map(db, Serializer.LONG, Serializer.LONG, entries);
  }

  @Override
  public long get(long key) {
    return Objects.requireNonNull(map.get(key));
  }

  @Override
  public void put(long key, long value) {
    map.put(key, value);
  }

  /** As every concurrent map does it: replaces what was read until nobody was faster. */
  @Override
  public long addAndGet(long key, long delta) {
    return Objects.requireNonNull(map.merge(key, delta, Long::sum));
  }

  @Override
  public void close() {
    db.close();
  }
}
