package io.vitrine.store;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** A map whose increments are broken: of two at once, one may be lost. It must be found out. */
public class LossyMap extends LinearMap {
  @Override
  @Operation
  public int increment(@Param(name = "key") int key) {
    Integer now = map.get(key);
    int next = now == null ? 1 : now + 1;
    map.put(key, next);
    return next;
  }
}
