package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a warm-up ends, on a machine whose times the test sets. */
class WarmUpTest {
  private static final long PASS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LEAST_PASSES = 150;

  /** A machine on which nothing takes time but what a test says. */
  private static final class Machine implements WarmUp.Meter {
    private long cpu;
    private long clock;
    private long compiler;
    private int passes;

    /** One pass: so much of the processor, and so many times as much by the clock. */
    void pass(long nanos, int load) {
      passes++;
      cpu += nanos;
      clock += nanos * load;
    }

    @Override
    public long cpuNanos() {
      return cpu;
    }

    @Override
    public long clockNanos() {
      return clock;
    }

    @Override
    public long compilerTime() {
      return compiler;
    }
  }

  private final Machine machine = new Machine();

  @Test
  void shouldRunForAWhileWhereTheCompilerHasNothingToDo() {
    new WarmUp(machine).run(() -> machine.pass(PASS, 1));
    assertEquals(LEAST_PASSES, machine.passes);
  }

  @Test
  void shouldGoOnWhileTheCompilerIsAtWork() {
    new WarmUp(machine)
        .run(() -> {
          machine.pass(PASS, 1);
          machine.compiler += machine.passes % 50 == 0 && machine.passes <= 500 ? 1 : 0;
        });
    assertEquals(500 + WarmUp.QUIET_NANOS / PASS, machine.passes);
  }

  /**
   * On a machine with ten times as much to do the compiler ends something once in 50 passes of this
   * thread, as on an idle one, which is half a second by the clock. By the clock alone the warm-up
   * was over before the first.
   */
  @Test
  void shouldNotTakeABusyMachineForOneThatIsDone() {
    new WarmUp(machine)
        .run(() -> {
          machine.pass(PASS, 10);
          machine.compiler += machine.passes % 50 == 0 && machine.passes <= 500 ? 1 : 0;
        });
    assertEquals(500 + WarmUp.QUIET_NANOS / PASS, machine.passes);
  }

  /** From 20 ms down to 1 by the 20th pass; by the compiler alone the 9th was the last. */
  @Test
  void shouldGoOnWhilePassesGetFaster() {
    new WarmUp(machine).run(() -> machine.pass(Math.max(1, 20 - machine.passes) * PASS, 1));
    assertEquals(20 + WarmUp.QUIET_NANOS / PASS, machine.passes);
  }

  @Test
  void shouldEndThoughTheCompilerNeverDoes() {
    new WarmUp(machine)
        .run(() -> {
          machine.pass(PASS, 1);
          machine.compiler++;
        });
    assertEquals(WarmUp.MOST_NANOS / PASS, machine.passes);
  }

  @Test
  void shouldEndInTimeThoughTheMachineIsBusy() {
    new WarmUp(machine)
        .run(() -> {
          machine.pass(PASS, 100);
          machine.compiler++;
        });
    assertEquals(WarmUp.MOST_CLOCK_NANOS / PASS / 100, machine.passes);
  }

  /** That the real meters move: a warm-up on one that stands still would never end. */
  @Test
  void shouldReadTimesThatGrow() {
    WarmUp.Meter meter = Stopwatch.METER;
    long cpu = meter.cpuNanos();
    long clock = meter.clockNanos();
    assertTrue(meter.compilerTime() > 0, "the compiler has taken no time");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (meter.cpuNanos() == cpu && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertTrue(meter.cpuNanos() > cpu, "the processor time of a busy thread stood still for 30 s");
    assertTrue(meter.clockNanos() > clock, "the clock stood still");
  }
}
