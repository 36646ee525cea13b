package io.vitrine.store;

import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/**
 * Calls with several keys, and atomic groups, beside single ones, like {@link LinearMap}. For any
 * number of threads.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:2")
@Param(name = "value", gen = IntGen.class, conf = "0:3")
public class LinearGroups {
  private final StoreMap<Integer, Integer> map;

  /** Called by Lincheck before each run. */
  public LinearGroups() {
    LinearStore.reset();
    this.map = LinearStore.GROUPED;
  }

  @Operation
  public @Nullable Integer get(@Param(name = "key") int key) {
    return map.get(key);
  }

  @Operation
  public @Nullable Integer getAndPut(
      @Param(name = "key") int key, @Param(name = "value") int value) {
    return map.getAndPut(key, value);
  }

  @Operation
  public boolean remove(@Param(name = "key") int key) {
    return map.remove(key);
  }

  @Operation
  public @Nullable Integer getByBatch(@Param(name = "key") int key) {
    return map.getAll(List.of(key)).get(key);
  }

  @Operation
  public void putByBatch(@Param(name = "key") int key, @Param(name = "value") int value) {
    map.putAll(Map.of(key, value));
  }

  /** Adds to two entries, which may be one and the same, as one change. */
  @Operation
  public int incrementBoth(@Param(name = "key") int key, @Param(name = "key") int other) {
    return LinearStore.STORE.atomically(group -> {
      Integer first = group.get(map, key);
      group.put(map, key, first == null ? 1 : first + 1);
      Integer second = group.get(map, other);
      int next = second == null ? 1 : second + 1;
      group.put(map, other, next);
      return next;
    });
  }

  /** Reads two entries as of one instant. */
  @Operation
  public String both(@Param(name = "key") int key, @Param(name = "key") int other) {
    return LinearStore.STORE.atomically(group -> group.get(map, key) + "," + group.get(map, other));
  }
}
