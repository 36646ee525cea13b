package io.vitrine.store;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The map itself: a reader looks an entry up twice while a writer updates it twice, whose second
 * block is the one that the first update freed.
 */
@JCStressTest
@Outcome(id = "1, 1, 3", expect = Expect.ACCEPTABLE, desc = "Before both.")
@Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "Before, then between.")
@Outcome(id = "1, 3, 3", expect = Expect.ACCEPTABLE, desc = "Before, then after.")
@Outcome(id = "2, 2, 3", expect = Expect.ACCEPTABLE, desc = "Between both times.")
@Outcome(id = "2, 3, 3", expect = Expect.ACCEPTABLE, desc = "Between, then after.")
@Outcome(id = "3, 3, 3", expect = Expect.ACCEPTABLE, desc = "After both.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Torn, missing, or back in time.")
@State
public class MapReadStress {
  private final long key = StressStore.key();

  /** Begins with the first value. */
  public MapReadStress() {
    StressStore.MAP.put(key, StressStore.value(1));
  }

  @Actor
  public void writer() {
    StressStore.MAP.put(key, StressStore.value(2));
    StressStore.MAP.put(key, StressStore.value(3));
  }

  @Actor
  public void reader(III_Result result) {
    result.r1 = StressStore.kind(StressStore.MAP.get(key));
    result.r2 = StressStore.kind(StressStore.MAP.get(key));
  }

  @Arbiter
  public void end(III_Result result) {
    result.r3 = StressStore.kind(StressStore.MAP.get(key));
  }
}
