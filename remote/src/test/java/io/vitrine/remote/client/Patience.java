package io.vitrine.remote.client;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Repeats calls of clients that wait for a short time only, because a test wants to see the end of
 * it: on a busy machine other calls of theirs may come to that end, too. For calls that may be done
 * twice.
 */
final class Patience {
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private Patience() {}

  /** Calls until there is an answer in time, and a connection that lasts that long. */
  static <T extends @Nullable Object> T untilAnswered(Supplier<T> call) {
    long deadline = System.nanoTime() + DEADLINE_NANOS;
    while (true) {
      try {
        return call.get();
      } catch (RemoteException e) {
        boolean late = e instanceof ConnectionLostException || e.code().equals("Timeout");
        if (!late || System.nanoTime() > deadline) {
          throw e;
        }
      }
    }
  }
}
