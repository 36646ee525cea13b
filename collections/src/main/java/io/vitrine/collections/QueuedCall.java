package io.vitrine.collections;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits until those before it have been done. It is either done or failed, whichever
 * comes first. Safe for any number of threads.
 */
public final class QueuedCall {
  /** What to do, null once it is being done or has failed. */
  private final AtomicReference<@Nullable Runnable> body;

  private final CompletableFuture<?> future;
  private final long deadlineNanos;

  /**
   * Creates one.
   *
   * @param body what to do, which completes the future
   * @param future what whoever called has got
   * @param deadlineNanos when it is late, 0 for never
   */
  QueuedCall(Runnable body, CompletableFuture<?> future, long deadlineNanos) {
    this.body = new AtomicReference<>(body);
    this.future = future;
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * Whether it has waited for too long.
   *
   * @param nanos the present {@link System#nanoTime}
   * @return false where it may wait as long as it must
   */
  public boolean isLate(long nanos) {
    return deadlineNanos != 0 && nanos - deadlineNanos > 0;
  }

  /**
   * Lets it fail in place of being done, unless its turn has come.
   *
   * @param failure what the future is completed with, on a thread of its own
   */
  public void fail(Throwable failure) {
    if (body.getAndSet(null) != null) {
      Lanes.COMPLETIONS.execute(() -> future.completeExceptionally(failure));
    }
  }

  /** Its turn has come. */
  void run() {
    Runnable call = body.getAndSet(null);
    if (call != null && !future.isCancelled()) {
      call.run();
    }
  }
}
