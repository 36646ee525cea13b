package io.vitrine.store;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** The same without the wait for the locks: the misses that it keeps away are to be seen. */
@JCStressTest
@Outcome(id = "[0-3], 3", expect = Expect.ACCEPTABLE, desc = "Each change is seen or logged.")
@Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "Missed: what the wait is for.")
@State
public class UnguardedBeginningStress {
  private final SwitchWords words = new SwitchWords();

  @Actor
  public void writer() {
    words.changeThrice();
  }

  @Actor
  public void reader(JJ_Result result) {
    words.end();
    result.r1 = words.unlogged();
  }

  @Arbiter
  public void end(JJ_Result result) {
    result.r2 = result.r1 + words.logged();
  }
}
