package io.vitrine.collections;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the end of threads that tell subscribers. A subscriber may close what others subscribe
 * to, and one of these what he subscribes to: whoever would close the circle does not wait.
 * Stateless but for who waits for whom; any thread. For implementers of {@link Vitrine}.
 */
public final class Joining {
  /* Each says whom he waits for before he looks who waits for himself. So of those who come to wait
   * for each other at once, the last one at least sees the whole circle. */

  /** How often is looked whether others wait by now, who did not when the wait began. */
  private static final long LOOK_NANOS = 10_000_000;

  /** More threads than wait for each other. */
  private static final int STEPS_MAX = 10_000;

  private static final Map<Thread, Thread> WAITING = new ConcurrentHashMap<>();

  private Joining() {}

  /**
   * Waits until a thread has ended, unless it is the calling one, or waits for that here; whatever
   * interrupts the wait, which is not lost.
   *
   * @param thread the thread, which was started
   * @param deadline when not to wait any more, by {@link System#nanoTime}
   */
  public static void await(Thread thread, long deadline) {
    Thread caller = Thread.currentThread();
    boolean interrupted = false;
    WAITING.put(caller, thread);
    try {
      while (thread.isAlive()) {
        long left = deadline - System.nanoTime();
        if (left <= 0 || leadsTo(caller, thread)) {
          return;
        }
        interrupted |= isInterrupted(thread, Math.min(left, LOOK_NANOS));
      }
    } finally {
      WAITING.remove(caller);
      if (interrupted) {
        caller.interrupt();
      }
    }
  }

  /** Waits a little; says whether it was interrupted meanwhile. */
  private static boolean isInterrupted(Thread thread, long nanos) {
    try {
      boolean _ = thread.join(Duration.ofNanos(nanos));
      return false;
    } catch (InterruptedException _) {
      return true;
    }
  }

  /** The calling thread waits for another one by other ways, until {@link #waitsNoMore}. */
  static void waitsFor(@Nullable Thread thread) {
    if (thread != null) {
      WAITING.put(Thread.currentThread(), thread);
    }
  }

  static void waitsNoMore() {
    WAITING.remove(Thread.currentThread());
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
