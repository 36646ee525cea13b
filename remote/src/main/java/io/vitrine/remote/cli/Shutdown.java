package io.vitrine.remote.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in order when the process is told to stop (SIGTERM, Ctrl-C): with exit code 0,
 * since that is how it is meant to end.
 */
final class Shutdown implements AutoCloseable {
  private static final long GRACE_SECONDS = 20;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "vitrine-shutdown");

  Shutdown() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Ends the waiting of {@link #await}. */
  void ask() {
    asked.countDown();
  }

  /** Waits until the process shall end. */
  void await() throws InterruptedException {
    asked.await();
  }

  /** For what must be finished before the process may end. */
  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook is running: it waits for the line above and ends the process.
    }
  }

  private void stop() {
    asked.countDown();
    try {
      if (done.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        System.out.flush();
        // Otherwise the exit code would be that of the signal.
        Runtime.getRuntime().halt(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
