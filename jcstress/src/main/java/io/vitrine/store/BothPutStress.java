package io.vitrine.store;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The map itself: two threads each change an entry and then look up the other's. A change that has
 * returned is there for every lookup that begins after it, so one of them finds the other's.
 */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The second looks last.")
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "The first looks last.")
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "Both look last.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Each looks before the other's change.")
@State
public class BothPutStress {
  private final long first = StressStore.pair();
  private final long second = first + 1;

  /** Begins with the first value of each. */
  public BothPutStress() {
    StressStore.MAP.put(first, StressStore.value(1));
    StressStore.MAP.put(second, StressStore.value(1));
  }

  @Actor
  public void changesFirst(II_Result result) {
    StressStore.MAP.put(first, StressStore.value(2));
    result.r1 = StressStore.kind(StressStore.MAP.get(second));
  }

  @Actor
  public void changesSecond(II_Result result) {
    StressStore.MAP.put(second, StressStore.value(2));
    result.r2 = StressStore.kind(StressStore.MAP.get(first));
  }
}
