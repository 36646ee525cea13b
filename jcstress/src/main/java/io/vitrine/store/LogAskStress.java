package io.vitrine.store;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * Who asks whether the log has begun while another lets it begin: once he is told so, he finds the
 * change made that it does not tell of.
 */
@JCStressTest
@Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not begun yet.")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Begun, and the change is seen.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Begun, and the change is missed.")
@State
public class LogAskStress {
  private final SwitchWords words = new SwitchWords();

  @Actor
  public void first() {
    words.changeOnce();
    words.end();
    words.quiesce();
    words.changeOnce();
  }

  @Actor
  public void other(J_Result result) {
    result.r1 = words.isDone() ? words.unlogged() : -1;
  }
}
