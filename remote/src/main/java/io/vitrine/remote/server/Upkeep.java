package io.vitrine.remote.server;

import io.vitrine.collections.Joining;
import io.vitrine.collections.Vitrine;
import io.vitrine.store.CompactOptions;
import io.vitrine.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a server serves tidy, on threads of its own: one for small pieces of work at a time,
 * one for maps that have become much too large for their entries. Safe for any number of threads.
 */
final class Upkeep implements AutoCloseable {
  private static final long PAUSE_NANOS = 100_000_000;
  private static final long SHORT_PAUSE_NANOS = 5_000_000;
  private static final long COMPACTION_PAUSE_NANOS = 10_000_000_000L;
  private static final long PAUSE_AFTER_FAILURE_NANOS = 5_000_000_000L;
  private static final long CLOSE_MILLIS = 5_000;

  private static final System.Logger LOGGER = System.getLogger(Upkeep.class.getName());

  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  /** Whether a failure was told of already. */
  private volatile boolean told;

  Upkeep() {}

  /**
   * Begins.
   *
   * @param compaction which maps are worth a smaller file, null for none
   */
  static Upkeep start(Vitrine vitrine, @Nullable CompactOptions compaction) {
    var upkeep = new Upkeep();
    upkeep.start("vitrine-upkeep", PAUSE_NANOS, vitrine::tidy);
    if (compaction != null) {
      upkeep.start(
          "vitrine-compaction",
          COMPACTION_PAUSE_NANOS,
          () -> !vitrine.compact(compaction).isEmpty());
    }
    return upkeep;
  }

  /** Has a thread of its own do something again and again. */
  void start(String name, long pauseNanos, BooleanSupplier task) {
    threads.add(Thread.ofPlatform().daemon().name(name).start(() -> run(pauseNanos, task)));
  }

  private void run(long pauseNanos, BooleanSupplier task) {
    while (!closed) {
      long pause;
      try {
        pause = task.getAsBoolean() ? SHORT_PAUSE_NANOS : pauseNanos;
      } catch (StoreException | IllegalStateException e) {
        // Whoever uses what is damaged or closed is told; here nobody asked for anything.
        LOGGER.log(System.Logger.Level.DEBUG, "upkeep was not made", e);
        pause = PAUSE_AFTER_FAILURE_NANOS;
      } catch (Throwable e) {
        // A lack of memory passes, and so may a fault; without upkeep nothing would be tidy again.
        tell(e);
        pause = PAUSE_AFTER_FAILURE_NANOS;
      }
      LockSupport.parkNanos(pause);
      boolean _ = Thread.interrupted(); // with the flag set, it would not park
    }
  }

  private void tell(Throwable failure) {
    try {
      if (!told) {
        told = true;
        LOGGER.log(System.Logger.Level.WARNING, "upkeep goes on after a failure", failure);
      }
    } catch (Throwable _) {
      // There is no memory to say so either.
    }
  }

  /** Begins nothing more. A compaction that goes on is given up when its store is closed. */
  @Override
  public void close() {
    closed = true;
    threads.forEach(LockSupport::unpark);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
    Joining.await(threads.getFirst(), deadline);
  }
}
