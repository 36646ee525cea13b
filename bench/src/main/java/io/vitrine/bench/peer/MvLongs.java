package io.vitrine.bench.peer;

import java.nio.file.Path;
import java.util.Objects;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.LongDataType;
import org.jspecify.annotations.Nullable;

/** Numbers in a map of H2's MVStore. For any number of threads. */
final class MvLongs implements LongMap {
  private final MVStore store;
  private final MVMap<Long, Long> map;

  MvLongs(Path folder, long entries) {
    store = Mv.open(folder, new Shape(KeyKind.LONG, Long.BYTES, entries));
    map =
        store.openMap(
            "bench",
            new MVMap.Builder<Long, Long>()
                .keyType(LongDataType.INSTANCE)
                .valueType(LongDataType.INSTANCE));
  }

  /** Adds what it is given to what is there. */
  private static final class Sum extends MVMap.DecisionMaker<Long> {
    private long sum;

    @Override
    public MVMap.Decision decide(@Nullable Long existing, @Nullable Long provided) {
      return MVMap.Decision.PUT;
    }

    @Override
    @SuppressWarnings("unchecked") // T is Long, or null where there is none
    public <T extends Long> T selectValue(T existing, T provided) {
      sum = existing == null ? provided : existing + provided;
      return (T) Long.valueOf(sum);
    }
  }

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
    var sum = new Sum();
    map.operate(key, delta, sum);
    return sum.sum;
  }

  @Override
  public void flush() {
    store.commit();
  }

  @Override
  public void close() {
    store.close();
  }
}
