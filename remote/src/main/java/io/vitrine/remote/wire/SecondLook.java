package io.vitrine.remote.wire;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A second look, before a client is said to be silent. Stateless; any thread.
 *
 * <p>A process that was paused meets its own overdue timers first, and only then what came over its
 * connections meanwhile. So who finds a client silent looks once more, after what there was to read
 * has been read.
 */
public final class SecondLook {
  private static final long MILLIS = 20;

  private SecondLook() {}

  /**
   * Looks when some time has passed, and once more.
   *
   * @param loop what reads the connection
   * @param millis how much time
   * @param look judges for good
   * @return the first look, to be cancelled
   */
  public static ScheduledFuture<?> after(EventExecutor loop, long millis, Runnable look) {
    return loop.schedule(
        () -> {
          var _ = by(loop, look);
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  /**
   * Looks once more, a little later.
   *
   * @param loop what reads the connection
   * @param look judges for good
   * @return the look, to be cancelled
   */
  public static ScheduledFuture<?> by(EventExecutor loop, Runnable look) {
    return loop.schedule(look, MILLIS, TimeUnit.MILLISECONDS);
  }
}
