package io.vitrine.remote.client;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs what answers lead to, in their order, on a virtual thread that ends when there is nothing
 * more: one thread for each answer would cost more than all the rest of it. Where one waits, for
 * whatever it does, the others go on with another thread. Safe for any number of threads.
 */
final class Callbacks {
  /** How long others may have to wait for one that waits itself. */
  private static final long STUCK_MILLIS = 10;

  private final EventExecutor clock;
  private final boolean inPlace;
  private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final AtomicReference<@Nullable Runner> current = new AtomicReference<>();
  private final AtomicBoolean watched = new AtomicBoolean();

  /**
   * Creates one.
   *
   * @param clock looks from time to time whether it goes on
   * @param inPlace whether whoever brings something runs it himself
   */
  Callbacks(EventExecutor clock, boolean inPlace) {
    this.clock = clock;
    this.inPlace = inPlace;
  }

  private final class Runner implements Runnable {
    private volatile long begun;

    @Override
    @SuppressWarnings({"ReferenceEquality", "NonAtomicVolatileUpdate"}) // It alone counts.
    public void run() {
      while (current.get() == this) {
        Runnable task = queue.poll();
        if (task != null) {
          begun++;
          task.run();
        } else if (current.compareAndSet(this, null)) {
          if (!queue.isEmpty()) {
            begin(null);
          }
          return;
        }
      }
    }
  }

  /** Runs something soon. What it throws is lost. */
  void run(Runnable task) {
    if (inPlace) {
      task.run();
      return;
    }
    queue.add(task);
    if (current.get() == null) {
      begin(null);
    } else {
      watch();
    }
  }

  private void begin(@Nullable Runner stuck) {
    var runner = new Runner();
    if (current.compareAndSet(stuck, runner)) {
      Thread.ofVirtual().name("vitrine-callback").start(runner);
    }
  }

  private void watch() {
    if (!watched.compareAndSet(false, true)) {
      return;
    }
    Runner runner = current.get();
    long begun = runner == null ? 0 : runner.begun;
    try {
      var _ = clock.schedule(() -> look(runner, begun), STUCK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The client is closed: whoever is left goes on at once.
      begin(runner);
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private void look(@Nullable Runner runner, long begun) {
    watched.set(false);
    if (queue.isEmpty()) {
      return;
    }
    if (runner != null && runner == current.get() && runner.begun == begun) {
      begin(runner);
    }
    watch();
  }
}
