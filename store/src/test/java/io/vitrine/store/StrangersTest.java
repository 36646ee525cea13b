package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When a process that cannot be seen, and has no kernel locks, counts as dead. */
class StrangersTest {
  private static final long LATE = Strangers.PATIENCE_NANOS;

  private final Strangers strangers = new Strangers();

  @Test
  void aBeatThatStandsStillForLong() {
    assertTrue(strangers.mayLive(3, 1, 7, 100));
    assertTrue(strangers.mayLive(3, 1, 7, 100 + LATE - 1));
    assertFalse(strangers.mayLive(3, 1, 7, 100 + LATE));
  }

  @Test
  void aBeatThatMoves() {
    for (long beat = 0; beat < 100; beat++) {
      assertTrue(strangers.mayLive(3, 1, beat, beat * LATE));
    }
  }

  @Test
  void anotherOwnerOfTheNumber() {
    assertTrue(strangers.mayLive(3, 1, 7, 100));
    assertTrue(strangers.mayLive(3, 2, 7, 100 + LATE));
    assertTrue(strangers.mayLive(4, 2, 7, 100 + LATE), "another number");
  }

  @Test
  void ownersSeeToTheirLocksMoreOften() {
    assertTrue(Strangers.PATIENCE_NANOS > 2_000_000L * LockKeeper.PERIOD_MILLIS);
  }
}
