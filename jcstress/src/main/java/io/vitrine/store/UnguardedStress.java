package io.vitrine.store;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** The same without a look at the version: the torn blocks that it keeps away are to be seen. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The first block, whole.")
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "The second block, whole.")
@Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "The third block, whole.")
@Outcome(id = "4, 4", expect = Expect.ACCEPTABLE, desc = "The first block again, whole.")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "Torn: what the version is for.")
@State
public class UnguardedStress {
  private final ReusedBlocks blocks = new ReusedBlocks();

  @Actor
  public void writer() {
    blocks.update();
  }

  @Actor
  public void reader(JJ_Result result) {
    blocks.copy(result);
  }
}
