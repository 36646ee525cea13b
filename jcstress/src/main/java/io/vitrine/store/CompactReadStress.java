package io.vitrine.store;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A compact map, whose entries are changed in place behind an odd version and undo words: a reader
 * looks an entry up, then another one of the same line, then the first again, while a writer
 * updates the first one twice. The line is also that of other states, which do the same.
 */
@JCStressTest
@Outcome(id = "1, 1, 1, 3", expect = Expect.ACCEPTABLE, desc = "Before both.")
@Outcome(id = "1, 1, 2, 3", expect = Expect.ACCEPTABLE, desc = "Before, then between.")
@Outcome(id = "1, 1, 3, 3", expect = Expect.ACCEPTABLE, desc = "Before, then after.")
@Outcome(id = "2, 1, 2, 3", expect = Expect.ACCEPTABLE, desc = "Between both times.")
@Outcome(id = "2, 1, 3, 3", expect = Expect.ACCEPTABLE, desc = "Between, then after.")
@Outcome(id = "3, 1, 3, 3", expect = Expect.ACCEPTABLE, desc = "After both.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Torn, missing, back in time, or a neighbour changed.")
@State
public class CompactReadStress {
  private final CompactPairs.Pair keys = CompactPairs.next();

  /** Begins with the first value of both. */
  public CompactReadStress() {
    CompactPairs.MAP.put(keys.changed(), CompactPairs.value(1));
    CompactPairs.MAP.put(keys.neighbour(), CompactPairs.value(1));
  }

  @Actor
  public void writer() {
    CompactPairs.MAP.put(keys.changed(), CompactPairs.value(2));
    CompactPairs.MAP.put(keys.changed(), CompactPairs.value(3));
  }

  @Actor
  public void reader(IIII_Result result) {
    result.r1 = CompactPairs.kind(CompactPairs.MAP.get(keys.changed()));
    result.r2 = CompactPairs.kind(CompactPairs.MAP.get(keys.neighbour()));
    result.r3 = CompactPairs.kind(CompactPairs.MAP.get(keys.changed()));
  }

  @Arbiter
  public void end(IIII_Result result) {
    result.r4 = CompactPairs.kind(CompactPairs.MAP.get(keys.changed()));
  }
}
