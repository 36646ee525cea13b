package io.vitrine.store;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The map itself: a writer changes one entry and then another one, while a reader looks up the
 * first, the second and the first again, into arrays at hand, so that nothing is allocated between
 * them. Lookups take effect one after the other.
 */
@JCStressTest
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "Before both.")
@Outcome(id = "1, 1, 2", expect = Expect.ACCEPTABLE, desc = "Before both, then after the first.")
@Outcome(id = "1, 2, 2", expect = Expect.ACCEPTABLE, desc = "Before both, then after both.")
@Outcome(id = "2, 1, 2", expect = Expect.ACCEPTABLE, desc = "Between both.")
@Outcome(id = "2, 2, 2", expect = Expect.ACCEPTABLE, desc = "After the first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Torn, missing, or back in time.")
@State
public class LookupOrderStress {
  private final long first = StressStore.pair();
  private final long second = first + 1;
  private final byte[] using = StressStore.value(2);

  /** Begins with the first value of each. */
  public LookupOrderStress() {
    StressStore.MAP.put(first, StressStore.value(1));
    StressStore.MAP.put(second, StressStore.value(1));
  }

  @Actor
  public void writer() {
    StressStore.MAP.put(first, StressStore.value(2));
    StressStore.MAP.put(second, StressStore.value(2));
  }

  @Actor
  public void reader(III_Result result) {
    result.r1 = StressStore.kind(StressStore.MAP.getUsing(first, using));
    result.r2 = StressStore.kind(StressStore.MAP.getUsing(second, using));
    result.r3 = StressStore.kind(StressStore.MAP.getUsing(first, using));
  }
}
