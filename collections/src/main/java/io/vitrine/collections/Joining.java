package io.vitrine.collections;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the end of threads that tell subscribers. A subscriber may close what others subscribe
 * to, and one of these what he subscribes to: whoever would close the circle does not wait.
 * Stateless but for who waits for whom; any thread. For implementers of {@link Vitrine}.
 */
public final class Joining {
  /* Each says whom he waits for before he looks who waits for himself. So of those who come to wait
   * for each other at once, the last one at least sees the whole circle. */

  /** More threads than wait for each other. */
  private static final int STEPS_MAX = 10_000;

  private static final Map<Thread, Thread> WAITING = new ConcurrentHashMap<>();

  private Joining() {}

  /**
   * Waits until a thread has ended, unless it is the calling one, or waits for that here.
   *
   * @param thread the thread, which was started
   * @param deadline when not to wait any more, by {@link System#nanoTime}
   * @throws InterruptedException if the calling thread is interrupted
   */
  public static void await(Thread thread, long deadline) throws InterruptedException {
    Thread caller = Thread.currentThread();
    long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    if (millis <= 0) {
      return;
    }
    WAITING.put(caller, thread);
    try {
      if (!leadsTo(caller, thread)) {
        thread.join(millis);
      }
    } finally {
      WAITING.remove(caller);
    }
  }

  private static boolean leadsTo(Thread caller, Thread first) {
    @Nullable Thread next = first;
    // Others may make a circle without the caller, for the moment until the last of them sees it.
    for (int steps = 0; next != null && steps < STEPS_MAX; steps++) {
      if (next.equals(caller)) {
        return true;
      }
      next = WAITING.get(next);
    }
    return false;
  }
}
