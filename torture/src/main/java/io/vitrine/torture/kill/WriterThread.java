package io.vitrine.torture.kill;

import io.vitrine.store.StepWatch;
import io.vitrine.torture.kill.EventRing.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that writes until its process is killed. It knows when it last got on, so that the wait
 * for a segment of a dead owner can be told.
 */
final class WriterThread extends Thread {
  /* A wait is measured from the last thing that the thread is known to have done: the beginning of
   * the deed, or the last named point that it came to. So it is never measured too short. The time
   * without a processor is that since the beginning of the deed. */

  private static final int LINGERS_EACH = 700;
  private static final int LINGER_NANOS_MAX = 10_000_000;
  private static final int DEEDS_A_LOOK = 32;

  private final Deeds deeds;
  private final ProcessFile file;
  private final Runnable pace;
  private final Random random;
  private final boolean lingers;
  private long gotOnAt;
  private long unscheduledBefore;
  private @Nullable RunQueue queue;

  /**
   * Makes one.
   *
   * @param pace called between deeds, at times: returns when it may go on
   * @param lingers whether it dawdles at named points
   */
  WriterThread(Deeds deeds, ProcessFile file, Runnable pace, long seed, boolean lingers) {
    this.deeds = deeds;
    this.file = file;
    this.pace = pace;
    this.random = new Random(seed);
    this.lingers = lingers;
  }

  /** Called at each named point: notes a takeover, and may dawdle there, locks in hand. */
  void at(String step) {
    long now = System.nanoTime();
    if (step.equals(StepWatch.TAKEN_OVER)) {
      file.takeovers.add(new Wait(gotOnAt, now, unscheduled() - unscheduledBefore));
    }
    if (lingers && random.nextInt(LINGERS_EACH) == 0) {
      LockSupport.parkNanos(random.nextInt(LINGER_NANOS_MAX));
      now = System.nanoTime();
    }
    gotOnAt = now;
  }

  private long unscheduled() {
    try {
      return queue == null ? 0 : queue.nanos();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void run() {
    try (var opened = RunQueue.ofThisThread()) {
      queue = opened;
      for (long n = 0; ; n++) {
        if (n % DEEDS_A_LOOK == 0) {
          pace.run();
        }
        unscheduledBefore = unscheduled();
        gotOnAt = System.nanoTime();
        deeds.act(random);
        file.countDeed();
      }
    } catch (Throwable e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(WriterProcess.FAILED);
    }
  }
}
