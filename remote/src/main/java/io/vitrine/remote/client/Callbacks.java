package io.vitrine.remote.client;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs what answers lead to, in their order, on a virtual thread that ends when there is nothing
 * more: one thread for each answer would cost more than all the rest of it. Where one waits, for
 * whatever it does, the others go on with another thread, also when the client is closed and has no
 * event loop any more: so another virtual thread looks after them. Safe for any number of threads.
 */
final class Callbacks {
  /** How long others may have to wait for one that waits itself. */
  private static final long STUCK_NANOS = 10_000_000;

  private final boolean inPlace;
  private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final AtomicReference<@Nullable Runner> current = new AtomicReference<>();
  private final AtomicBoolean watched = new AtomicBoolean();

  /**
   * Creates one.
   *
   * @param inPlace whether whoever brings something runs it himself
   */
  Callbacks(boolean inPlace) {
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
          boolean _ = Thread.interrupted(); // what the one before left behind
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
    if (watched.compareAndSet(false, true)) {
      Thread.ofVirtual().name("vitrine-callback-watch").start(this::look);
    }
  }

  /** Looks from time to time whether the first one goes on, as long as something waits. */
  @SuppressWarnings("ReferenceEquality")
  private void look() {
    do {
      Runner runner = current.get();
      long begun = runner == null ? 0 : runner.begun;
      LockSupport.parkNanos(STUCK_NANOS);
      if (!queue.isEmpty() && runner != null && runner == current.get() && runner.begun == begun) {
        begin(runner);
      }
    } while (!queue.isEmpty());
    watched.set(false);
    if (!queue.isEmpty()) {
      watch(); // what came meanwhile was left to this thread
    }
  }
}
