package io.vitrine.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A compact map of arrays: a reader looks an entry up twice while a writer writes it anew, in its
 * own place, twice.
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
public class WideReadStress {
  private static final int BYTES = 64;

  private static final StoreMap<Long, byte[]> MAP =
      StressStore.map(
          "/maps/wide",
          MapOptions.of(Codecs.longs(), Codecs.bytes(BYTES)).withSegments(2).compact());

  private final long key = StressStore.key();

  /** Begins with the first value. */
  public WideReadStress() {
    MAP.put(key, value(1));
  }

  private static byte[] value(int kind) {
    byte[] value = new byte[BYTES];
    Arrays.fill(value, (byte) kind);
    return value;
  }

  /** Which value this is; 0 for none, -1 for one that is not whole. */
  private static int kind(byte @Nullable [] value) {
    if (value == null) {
      return 0;
    }
    return Arrays.equals(value, value(value[0])) ? value[0] : -1;
  }

  @Actor
  public void writer() {
    MAP.put(key, value(2));
    MAP.put(key, value(3));
  }

  @Actor
  public void reader(III_Result result) {
    result.r1 = kind(MAP.get(key));
    result.r2 = kind(MAP.get(key));
  }

  @Arbiter
  public void end(III_Result result) {
    result.r3 = kind(MAP.get(key));
  }
}
