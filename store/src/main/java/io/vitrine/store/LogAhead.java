package io.vitrine.store;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Does what the log needs soon, in another thread where that can be. Safe for any threads.
 *
 * <p>That thread works a piece at a time and rests in between, as long as it is ahead of those who
 * write: where all processors are busy, as with a writer and a reader that never sleep, it takes
 * one from them for a piece only, and not for as long as a whole file takes.
 */
final class LogAhead {
  /** Takes a third of a millisecond: less often is better than shorter, for who never sleeps. */
  static final int PIECE_BYTES = 1 << 20;

  private static final long REST_NANOS = 100_000;

  private final boolean byOther;
  private final Runnable rest;
  private volatile @Nullable Worker working;

  LogAhead(boolean byOther) {
    this(byOther, () -> LockSupport.parkNanos(REST_NANOS));
  }

  LogAhead(boolean byOther, Runnable rest) {
    this.byOther = byOther;
    this.rest = rest;
  }

  /**
   * Has something done.
   *
   * @param task says by {@link #did} how far it is
   * @param due how many bytes should be done by now
   */
  void run(Runnable task, LongSupplier due) {
    if (byOther) {
      var worker = new Worker(task, due, rest);
      worker.start(); // before it is known: nobody can wait for one that could not begin
      working = worker;
    } else {
      task.run();
    }
  }

  /**
   * Waits until what was begun last is done, which rests no more; not for long where it waits for
   * another process, which may be paused.
   *
   * @param isAtIt whether the thread that does it waits for nobody
   */
  void await(BooleanSupplier isAtIt) {
    Worker worker = working;
    if (worker != null) {
      worker.hurries = true;
      LockSupport.unpark(worker);
      if (!Io.join(worker, System.nanoTime() + Catalogue.CLOSE_NANOS) && isAtIt.getAsBoolean()) {
        Io.join(worker);
      }
    }
  }

  /** To be called after each piece; rests where the calling thread is one that works ahead. */
  static void did(long bytes) {
    if (Thread.currentThread() instanceof Worker worker) {
      worker.did(bytes);
    }
  }

  private static final class Worker extends Thread implements Io.Uninterrupted {
    private final LongSupplier due;
    private final Runnable rest;
    private long done;
    private long untilRest = PIECE_BYTES;
    private volatile boolean hurries;

    Worker(Runnable task, LongSupplier due, Runnable rest) {
      super(task, "vitrine-log");
      this.due = due;
      this.rest = rest;
      setDaemon(true);
    }

    void did(long bytes) {
      done += bytes;
      untilRest -= bytes;
      if (untilRest <= 0) {
        untilRest = PIECE_BYTES;
        if (!hurries && done > due.getAsLong()) {
          rest.run();
        }
      }
    }
  }
}
