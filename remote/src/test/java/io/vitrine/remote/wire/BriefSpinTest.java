package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.SelectStrategy;
import org.junit.jupiter.api.Test;

/** When an event loop sleeps, and when it looks first; time is what the test says. */
class BriefSpinTest {
  private static final long SPIN = BriefSpin.SPIN_NANOS;
  private static final int FOUND = 3;

  private final SpinPlaces places = new SpinPlaces(1);
  private final BriefSpin loop = new BriefSpin(() -> this.now, places);
  private long now = -5; // a clock may well be below zero

  private int calculate(BriefSpin asked, int ready) throws Exception {
    return asked.calculateStrategy(() -> ready, false);
  }

  private void sleep(BriefSpin asked, long nanos) throws Exception {
    assertEquals(SelectStrategy.SELECT, calculate(asked, 0));
    now += nanos;
  }

  @Test
  void sleepsAtOnceAtFirst() throws Exception {
    assertEquals(SelectStrategy.SELECT, calculate(loop, 0));
  }

  @Test
  void looksFirstAfterAShortSleep() throws Exception {
    sleep(loop, SPIN - 1);
    for (int i = 0; i < 3; i++) {
      assertEquals(0, calculate(loop, 0));
      now += SPIN / 4;
    }
    assertEquals(FOUND, calculate(loop, FOUND));
    now += 10 * SPIN; // so long it was busy with that
    assertEquals(0, calculate(loop, 0));
    now += SPIN - 1;
    assertEquals(0, calculate(loop, 0));
  }

  @Test
  void sleepsWhenNothingCameForLong() throws Exception {
    sleep(loop, 1);
    assertEquals(0, calculate(loop, 0));
    now += SPIN;
    assertEquals(SelectStrategy.SELECT, calculate(loop, 0));
    now += 1; // the sleep itself was short, but it had looked in vain before
    assertEquals(SelectStrategy.SELECT, calculate(loop, 0));
  }

  @Test
  void sleepsAtOnceAfterALongSleep() throws Exception {
    sleep(loop, SPIN);
    assertEquals(SelectStrategy.SELECT, calculate(loop, 0));
  }

  @Test
  void doesTasksAtOnce() throws Exception {
    assertEquals(FOUND, loop.calculateStrategy(() -> FOUND, true));
    assertEquals(0, loop.calculateStrategy(() -> 0, true));
    sleep(loop, 1);
    assertEquals(0, calculate(loop, 0));
    now += SPIN - 1;
    assertEquals(0, loop.calculateStrategy(() -> 0, true)); // and its time begins again
    assertEquals(0, calculate(loop, 0));
    now += SPIN - 1;
    assertEquals(0, calculate(loop, 0));
  }

  @Test
  void onlySoManyLookAtTheSameTime() throws Exception {
    var other = new BriefSpin(() -> now, places);
    sleep(loop, 1);
    assertEquals(0, calculate(loop, 0));
    sleep(other, 1);
    assertEquals(SelectStrategy.SELECT, calculate(other, 0));
    assertEquals(FOUND, calculate(loop, FOUND));
    assertEquals(0, calculate(other, 0));
  }

  /** An event loop may end at any time, and tells nobody. */
  @Test
  void thePlaceOfALoopThatEndedIsFreeWhenItsTimeIsOver() throws Exception {
    var other = new BriefSpin(() -> now, places);
    sleep(loop, 1);
    assertEquals(0, calculate(loop, 0));
    now += SPIN;
    sleep(other, 1);
    assertEquals(0, calculate(other, 0));
  }

  @Test
  void aPlaceThatAnotherHasByNowStaysHis() {
    assertEquals(0, places.take(100, 200));
    assertEquals(-1, places.take(199, 299));
    assertEquals(0, places.take(200, 300));
    places.giveBack(0, 200);
    assertEquals(-1, places.take(201, 301));
    places.giveBack(0, 300);
    assertTrue(places.take(201, 301) >= 0);
  }
}
