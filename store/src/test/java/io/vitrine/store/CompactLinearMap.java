package io.vitrine.store;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Param;

/** The operations of {@link LinearMap} on a compact map. For any number of threads. */
@Param(name = "key", gen = IntGen.class, conf = "0:2")
@Param(name = "value", gen = IntGen.class, conf = "0:3")
public class CompactLinearMap extends LinearMap {
  /** Called by Lincheck before each run. */
  public CompactLinearMap() {
    super(LinearStore.COMPACT);
  }
}
