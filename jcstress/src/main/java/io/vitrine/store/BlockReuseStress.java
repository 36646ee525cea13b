package io.vitrine.store;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * The slot and version protocol by itself, in three blocks: a writer fills a free one and swings
 * the slot, twice, moves the version for both that it replaced, and reuses the first of them. What
 * a reader copies and finds valid must be whole. The steps are those of {@link MapEngine}, in its
 * order, with two spare blocks in place of seven.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The first block, whole.")
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "The second block, whole.")
@Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "The third block, whole.")
@Outcome(id = "4, 4", expect = Expect.ACCEPTABLE, desc = "The first block again, whole.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The version moved: to be read again.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A torn block was found valid.")
@State
public class BlockReuseStress {
  private final ReusedBlocks blocks = new ReusedBlocks();

  @Actor
  public void writer() {
    blocks.update();
  }

  @Actor
  public void reader(JJ_Result result) {
    long version = blocks.version();
    blocks.copy(result);
    VarHandle.acquireFence();
    if (blocks.version() != version) {
      result.r1 = 0;
      result.r2 = 0;
    }
  }
}
