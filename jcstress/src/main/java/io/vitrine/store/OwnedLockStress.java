package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** Plain additions under the lock: none may be lost, and each must see those before. */
@JCStressTest
@Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "All additions are there.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An addition was lost.")
@State
public class OwnedLockStress {
  private static final long LOCK = 0;
  private static final long COUNT = 64;

  private final OwnedLock lock = new OwnedLock(Alive.INSTANCE);
  private final MemorySegment memory = MemorySegment.ofArray(new long[16]);

  private void add() {
    lock.lock(memory, LOCK);
    Memory.set(memory, COUNT, Memory.get(memory, COUNT) + 1);
    lock.unlock(memory, LOCK);
  }

  @Actor
  public void first() {
    add();
  }

  @Actor
  public void second() {
    add();
    add();
  }

  @Arbiter
  public void sum(J_Result result) {
    result.r1 = Memory.get(memory, COUNT);
  }
}
