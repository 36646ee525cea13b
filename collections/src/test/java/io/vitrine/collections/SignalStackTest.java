package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.EndOfStack;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who could not wake a virtual thread for want of stack leaves it to be woken by the next one. */
@Timeout(180)
class SignalStackTest {
  private static final int FRAMES = 160;

  @Test
  void theNextOneWakesIt() throws InterruptedException {
    int failures = 0;
    for (int round = 0; round < 3; round++) {
      for (int frames = 0; frames < FRAMES; frames++) {
        var signal = new Signal();
        Thread waiter = Thread.ofVirtual().start(() -> signal.await(TimeUnit.HOURS.toNanos(1)));
        Await.until(() -> waiter.getState() == Thread.State.TIMED_WAITING, "it waits");
        failures += EndOfStack.run(frames, signal::raise) == null ? 0 : 1;
        signal.raise();
        String where = frames + " frames from the end";
        Await.until(() -> !waiter.isAlive(), () -> where);
      }
    }
    assertTrue(failures > 0, "there was always stack enough");
  }
}
