package io.vitrine.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.values.Values;

/** A Chronicle Map of numbers by their value interfaces, sized exactly. For one thread. */
final class ChronicleLongs implements LongMap {
  private final ChronicleMap<LongValue, LongValue> map;
  private final LongValue key = Values.newHeapInstance(LongValue.class);
  private final LongValue value = Values.newHeapInstance(LongValue.class);
  private final LongValue inMap = Values.newNativeReference(LongValue.class);

  private ChronicleLongs(ChronicleMap<LongValue, LongValue> map) {
    this.map = map;
  }

  static LongMap open(Path folder, long entries) throws IOException {
    return new ChronicleLongs(
        ChronicleMapBuilder.of(LongValue.class, LongValue.class)
            .name("bench")
            .entries(entries)
            .putReturnsNull(true)
            .removeReturnsNull(true)
            .createPersistedTo(ChronicleBytes.file(folder)));
  }

  @Override
  public long get(long number) {
    key.setValue(number);
    map.getUsing(key, value);
    return value.getValue();
  }

  @Override
  public void put(long number, long next) {
    key.setValue(number);
    value.setValue(next);
    map.put(key, value);
  }

  /** By a reference into the map, under the lock of the entry, as its documentation shows it. */
  @Override
  public long addAndGet(long number, long delta) {
    key.setValue(number);
    try (var _ = map.acquireContext(key, inMap)) {
      return inMap.addValue(delta);
    }
  }

  @Override
  public LongMap forThread() {
    return new ChronicleLongs(map);
  }

  @Override
  public void close() {
    map.close();
  }
}
