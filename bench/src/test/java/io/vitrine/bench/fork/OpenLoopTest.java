package io.vitrine.bench.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The loops with a clock that goes on by one with each look, and by what a call takes. */
class OpenLoopTest {
  private static final long INTERVAL = 100;
  private static final int CALLS = 20;
  private static final int STALLS = 3;
  private static final long SHORT = 10;
  private static final long LONG = 550;

  private final Histogram times = new Histogram(1_000_000, 4);
  private long now = 5_000;
  private final OpenLoop loop = new OpenLoop(() -> ++now, INTERVAL);
  private int calls;
  private int begun;

  @Test
  void shouldLetAllFeelAStallWhoShouldHaveBeenServedMeanwhile() {
    loop.run(this::stallOnce, 0, CALLS, times, this::begin);
    assertEquals(CALLS, calls);
    // Each of those who come meanwhile waits for what is left of it, two looks and a short call.
    for (long felt : List.of(551, 463, 375, 287, 199, 111, 23)) {
      assertEquals(1, times.getCountAtValue(felt), () -> "calls that took " + felt);
    }
    assertEquals(CALLS - 7, times.getCountAtValue(SHORT + 1));
    assertEquals(551, times.getMaxValue());
  }

  @Test
  void shouldLeaveThemOutInTheClosedLoop() {
    loop.runClosed(this::stallOnce, 0, CALLS, times, this::begin);
    assertEquals(1, times.getCountAtValue(LONG + 1));
    assertEquals(CALLS - 1, times.getCountAtValue(SHORT + 1));
  }

  @Test
  void shouldKeepTheRate() {
    long start = now;
    loop.run(() -> now += SHORT, 0, CALLS, times, this::begin);
    assertEquals(1 + CALLS * INTERVAL + SHORT + 1, now - start);
    assertEquals(CALLS, times.getCountAtValue(SHORT + 1));
  }

  /** That of the warm-up which is told is less than what is looked at once. */
  @Test
  void shouldForgetTheWarmUp() {
    loop.runClosed(this::stallOnce, 5_000, CALLS, times, this::begin);
    assertEquals(5_000 + CALLS, calls);
    assertEquals(5, begun);
    assertEquals(CALLS + 5_000 - 4 * 1_024, times.getTotalCount());
    assertEquals(SHORT + 1, times.getMaxValue());
    loop.run(this::stallOnce, 1_024, CALLS, times, this::begin);
    assertEquals(CALLS, times.getTotalCount());
  }

  @Test
  void shouldTellEachCallWhenItShouldBegin() {
    long first = now + 1 + INTERVAL;
    List<Long> told = new ArrayList<>();
    loop.run(
        intended -> {
          told.add(intended);
          stallOnce();
        },
        CALLS);
    for (int i = 0; i < CALLS; i++) {
      assertEquals(first + i * INTERVAL, told.get(i), "call " + i);
    }
    assertEquals(CALLS, told.size());
  }

  private void begin() {
    begun++;
  }

  private void stallOnce() {
    now += calls++ == STALLS ? LONG : SHORT;
  }
}
