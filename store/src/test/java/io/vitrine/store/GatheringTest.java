package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Who forces the log waits for those who came with him last, and for nobody else. */
class GatheringTest {
  private final AtomicLong time = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private int there;

  /** Each look at the clock, and so each yield, takes a microsecond. */
  private final Gathering gathering = new Gathering(() -> time.addAndGet(1_000));

  /** How long a wait took by that clock, in microseconds. */
  private long waited(boolean inVain) {
    long start = time.get();
    gathering.await(this::waiting, () -> inVain);
    return (time.get() - start) / 1_000;
  }

  /** One more comes each time that somebody looks. */
  private int waiting() {
    asked.incrementAndGet();
    return there++;
  }

  private int nobody() {
    asked.incrementAndGet();
    return 0;
  }

  @Test
  void aLoneWriterWaitsForNobody() {
    assertEquals(0, waited(false));
    assertEquals(0, asked.get());
  }

  @Test
  void asManyAreWaitedForAsCameTogether() {
    gathering.came(8);
    assertEquals(7, waited(false), "until seven others are there, one more at each look");
    there = 0;
    assertEquals(7, waited(false), "and again");
    there = 7;
    assertEquals(0, waited(false), "and not where all are there");
  }

  @Test
  void whoStaysAwayIsWaitedForOnce() {
    gathering.came(8);
    long start = time.get();
    gathering.await(this::nobody, () -> false);
    assertEquals(Gathering.NANOS, time.get() - start - 1_000);
    asked.set(0);
    gathering.await(this::nobody, () -> false);
    assertEquals(0, asked.get(), "a lone writer behind a crowd waits for nobody");
  }

  @Test
  void nobodyIsWaitedForWhereNothingIsLeftToForce() {
    gathering.came(8);
    assertEquals(1, waited(true), "the first look at the clock alone");
  }

  @Test
  void nobodyIsWaitedForWhereYieldsAreLong() {
    gathering.came(8);
    gathering.await(
        () -> {
          time.addAndGet(20 * Gathering.NANOS);
          return 2;
        },
        () -> false);
    gathering.came(8);
    assertEquals(0, waited(false));
  }
}
