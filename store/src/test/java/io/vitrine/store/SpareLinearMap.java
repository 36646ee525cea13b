package io.vitrine.store;

import java.util.Objects;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/**
 * Lookups in a map with two entries, and an operation that replaces so many blocks that each entry
 * gets the one that the other had, while another thread may still look at it. For any number of
 * threads.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:1")
public class SpareLinearMap {
  private final StoreMap<Integer, Integer> map;

  /** Called by Lincheck before each run. */
  public SpareLinearMap() {
    LinearStore.reset();
    this.map = LinearStore.MAP;
    map.put(0, 0);
    map.put(1, 0);
  }

  @Operation
  public @Nullable Integer get(@Param(name = "key") int key) {
    return map.get(key);
  }

  /** Replaces blocks until the first ones are taken again, and changes nothing. */
  @Operation(nonParallelGroup = "writers")
  public void churn() {
    for (int i = 0; i < Spares.COUNT + 2; i++) {
      Versioned<Integer> now = Objects.requireNonNull(map.getVersioned(i % 2));
      map.compareAndSet(i % 2, now.revision(), now.value());
    }
  }

  /** What it must be equal to when its calls come one after the other. */
  public static class Model {
    private final LinearModel map = new LinearModel();

    /** With both entries. */
    public Model() {
      map.put(0, 0);
      map.put(1, 0);
    }

    public @Nullable Integer get(int key) {
      return map.get(key);
    }

    public void churn() {
      // changes nothing
    }
  }
}
