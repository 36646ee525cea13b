package io.vitrine.store;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/**
 * A map whose increments are broken: of two at once, one may be lost. It must be found out. Few
 * operations and keys, so that nearly every scenario has two at once.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:1")
public class LossyMap {
  private final StoreMap<Integer, Integer> map;

  /** Called by Lincheck before each run. */
  public LossyMap() {
    LinearStore.reset();
    this.map = LinearStore.MAP;
  }

  @Operation
  public int increment(@Param(name = "key") int key) {
    Integer now = map.get(key);
    int next = now == null ? 1 : now + 1;
    map.put(key, next);
    return next;
  }

  @Operation
  public @Nullable Integer get(@Param(name = "key") int key) {
    return map.get(key);
  }
}
