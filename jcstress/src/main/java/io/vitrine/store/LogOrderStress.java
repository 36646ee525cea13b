package io.vitrine.store;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The log: two writers reserve and commit at once, and one of them reads it, too: who is told of a
 * change must find it made. Keys are updated only, so an entry's revision never goes back.
 */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "As told, and two places.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Told of what was not made, or two at one place.")
@State
public class LogOrderStress {
  private static final int CHANGES = 16;

  private final long one = StressStore.key();
  private final long other = StressStore.key();

  @Actor
  public void first() {
    StressStore.MAP.put(one, StressStore.value(1));
  }

  @Actor
  public void second(ZZ_Result result) {
    StressStore.MAP.put(other, StressStore.value(2));
    boolean[] asTold = {true};
    StressStore.poll(
        change -> {
          long key = StressStore.MAP.key(change);
          Versioned<byte[]> now = StressStore.MAP.getVersioned(key);
          asTold[0] &= now != null && now.revision() >= change.revision();
          asTold[0] &= StressStore.kind(StressStore.MAP.newValue(change)) > 0;
          return true;
        },
        CHANGES);
    result.r1 = asTold[0];
  }

  @Arbiter
  public void end(ZZ_Result result) {
    Versioned<byte[]> a = StressStore.MAP.getVersioned(one);
    Versioned<byte[]> b = StressStore.MAP.getVersioned(other);
    result.r2 = a != null && b != null && a.revision() != b.revision();
  }
}
