package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class TracesTest {
  /** Who failed first is told of the end all the same. */
  @Test
  void waitsAMomentForTheEnd_wherePerhapsItHasBegun() throws Exception {
    var traces = new Traces();
    var failed = new AtomicReference<Throwable>();
    Thread measuring =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((_, e) -> failed.set(e))
            .start(traces::checkSoon);
    while (measuring.isAlive() && measuring.getState() != Thread.State.TIMED_WAITING) {
      LockSupport.parkNanos(10_000);
    }
    traces.close();
    measuring.join();
    assertInstanceOf(CancellationException.class, failed.get());
  }
}
