package io.vitrine.store;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * The beginning of the log, over its words alone: a writer changes segments, with a record or
 * without, while somebody lets the log begin and waits for each segment's lock once. From then on
 * he finds each change made that the log does not tell of.
 */
@JCStressTest
@Outcome(id = "0, 3", expect = Expect.ACCEPTABLE, desc = "All changes are in the log.")
@Outcome(id = "1, 3", expect = Expect.ACCEPTABLE, desc = "One before it, two in it.")
@Outcome(id = "2, 3", expect = Expect.ACCEPTABLE, desc = "Two before it, one in it.")
@Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "The log began behind all.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A change was missed.")
@State
public class LogBeginningStress {
  private final SwitchWords words = new SwitchWords();

  @Actor
  public void writer() {
    words.changeThrice();
  }

  @Actor
  public void reader(JJ_Result result) {
    words.end();
    words.quiesce();
    result.r1 = words.unlogged();
  }

  @Arbiter
  public void end(JJ_Result result) {
    result.r2 = result.r1 + words.logged();
  }
}
