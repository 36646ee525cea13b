package io.vitrine.store;

import java.util.Objects;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a map that must be linearizable, for Lincheck, which makes one of these for
 * each run of a scenario. All share a store, since making one takes far longer than a scenario; it
 * is put back to empty first. For any number of threads.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:2")
@Param(name = "value", gen = IntGen.class, conf = "0:3")
public class LinearMap {
  final StoreMap<Integer, Integer> map;

  /** Called by Lincheck before each run. */
  public LinearMap() {
    this(LinearStore.MAP);
  }

  LinearMap(StoreMap<Integer, Integer> map) {
    LinearStore.reset();
    this.map = map;
  }

  @Operation
  public @Nullable Integer get(@Param(name = "key") int key) {
    return map.get(key);
  }

  @Operation
  public void put(@Param(name = "key") int key, @Param(name = "value") int value) {
    map.put(key, value);
  }

  @Operation
  public @Nullable Integer getAndPut(
      @Param(name = "key") int key, @Param(name = "value") int value) {
    return map.getAndPut(key, value);
  }

  @Operation
  public @Nullable Integer putIfAbsent(
      @Param(name = "key") int key, @Param(name = "value") int value) {
    return map.putIfAbsent(key, value);
  }

  @Operation
  public @Nullable Integer replace(@Param(name = "key") int key, @Param(name = "value") int value) {
    return map.replace(key, value);
  }

  @Operation
  public boolean replaceValue(
      @Param(name = "key") int key,
      @Param(name = "value") int old,
      @Param(name = "value") int value) {
    return map.replace(key, old, value);
  }

  @Operation
  public boolean remove(@Param(name = "key") int key) {
    return map.remove(key);
  }

  @Operation
  public boolean removeValue(@Param(name = "key") int key, @Param(name = "value") int value) {
    return map.remove(key, value);
  }

  @Operation
  public int increment(@Param(name = "key") int key) {
    return Objects.requireNonNull(map.syncUpdate(key, v -> v == null ? 1 : v + 1, v -> v));
  }

  @Operation
  public int addInPlace(@Param(name = "key") int key) {
    return (int) map.addAndGet(key, 1L);
  }

  /** Adds by the revision that was read: one of two that read the same must try again. */
  @Operation
  public int addByRevision(@Param(name = "key") int key) {
    while (true) {
      Versioned<Integer> now = map.getVersioned(key);
      int next = now == null ? 1 : now.value() + 1;
      if (map.compareAndSet(key, now == null ? 0 : now.revision(), next)) {
        return next;
      }
    }
  }

  /** After each run, when all is quiet. */
  @Validate
  public void sizeIsTheNumberOfEntries() {
    long[] entries = {0};
    map.forEach((key, value) -> entries[0]++);
    if (map.size() != entries[0]) {
      throw new AssertionError("size is " + map.size() + ", entries are " + entries[0]);
    }
  }
}
