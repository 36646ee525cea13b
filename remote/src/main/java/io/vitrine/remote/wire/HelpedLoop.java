package io.vitrine.remote.wire;

import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An event loop that never sleeps, and whose work a thread does that waits for an answer: so the
 * answer need not go from one thread to another, and of the two only one takes a processor. Its own
 * thread sleeps meanwhile. Safe for any number of threads.
 *
 * <pre>
 *   its own thread   looks, looks | sleeps                    | looks, looks
 *   a caller           asks       | looks, reads, has its answer
 * </pre>
 *
 * <p>Whoever does the work is "in the event loop" for all that asks. There is one at a time, and
 * what one has done is visible to the next.
 */
final class HelpedLoop extends BusyLoop {
  /** How long its own thread sleeps, at the most, where others have just come to do its work. */
  private static final long NAP_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(1);

  /** The same where they have done so for long: to wake takes the processor from them. */
  private static final long NAP_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(16);

  /** After so many looks in a row by its own thread the next nap is a short one again. */
  private static final int LOOKS_ALONE = 64;

  /** How long tasks may take until sockets are looked at again. */
  private static final long TASKS_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final int LOOKS_PER_CLOCK = 16;

  /** Who does the work at present. */
  private final AtomicReference<@Nullable Thread> worker = new AtomicReference<>();

  /** The one other thread that does the work, or is about to. */
  private final AtomicReference<@Nullable Thread> helper = new AtomicReference<>();

  private volatile @Nullable Thread own;
  private volatile boolean napping;

  /** The next nap. Of its own thread, as is the count that follows. */
  private long napNanos = NAP_NANOS_MIN;

  private int looksAlone;

  /** Whether there is something to do since whoever does the work last looked. */
  private volatile boolean given;

  HelpedLoop(IoEventLoopGroup parent, Executor executor, IoHandlerFactory handlers) {
    super(parent, executor, handlers);
  }

  @Override
  public boolean inEventLoop(@Nullable Thread thread) {
    return thread != null && thread.equals(worker.get());
  }

  @Override
  protected void run() {
    Thread me = Thread.currentThread();
    own = me;
    enter(me);
    ioHandler().initialize();
    boolean ended;
    do {
      worker.set(null);
      nap();
      enter(me);
      given = false;
      int _ = runIo();
      if (isShuttingDown()) {
        boolean _ = runAllTasks(TASKS_NANOS); // what is to be sent before the end
        ioHandler().prepareToDestroy();
      }
      boolean _ = runAllTasks(TASKS_NANOS);
      ended = confirmShutdown();
    } while (!ended);
  } // in the event loop, for what Netty does at the end

  /** The other one leaves soon: it looks only as long as it waits. */
  @SuppressWarnings("ThreadPriorityCheck") // Whoever spins lets others have the processor.
  private void enter(Thread me) {
    while (!worker.compareAndSet(null, me)) {
      Thread.yield();
      nap();
    }
  }

  /** Sleeps while another thread does the work. */
  private void nap() {
    if (helper.get() == null) {
      looksAlone++;
      return;
    }
    if (looksAlone >= LOOKS_ALONE) {
      napNanos = NAP_NANOS_MIN;
    }
    looksAlone = 0;
    while (helper.get() != null && !isShuttingDown()) {
      napping = true;
      if (helper.get() != null) {
        LockSupport.parkNanos(this, napNanos);
        boolean _ = Thread.interrupted(); // with the flag set, naps would be none
        napNanos = Math.min(2 * napNanos, NAP_NANOS_MAX);
      }
      napping = false;
    }
  }

  /**
   * Does the work of this loop until something is so, or the time is over; at once where another
   * thread does so already. The caller must not be a virtual thread, which would keep others from
   * running.
   *
   * @param done what is waited for
   * @param alone asked at the end: whether nothing else will come for which somebody has to look
   * @param deadline by {@link System#nanoTime}
   */
  void help(BooleanSupplier done, BooleanSupplier alone, long deadline) {
    Thread me = Thread.currentThread();
    if (own == null || inEventLoop(me) || !helper.compareAndSet(null, me)) {
      return;
    }
    try {
      if (enterUnless(done, me, deadline)) {
        try {
          work(done, deadline);
        } finally {
          worker.set(null);
        }
      }
    } finally {
      helper.set(null);
      if (napping && (given || !alone.getAsBoolean())) {
        LockSupport.unpark(own);
      }
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // who does the work may wait for this very processor
  private boolean enterUnless(BooleanSupplier done, Thread me, long deadline) {
    while (!worker.compareAndSet(null, me)) {
      // It may be in what it was given to do, or at its end.
      if (done.getAsBoolean() || isShuttingDown() || isOver(deadline)) {
        return false;
      }
      Thread.yield();
    }
    return true;
  }

  private void work(BooleanSupplier done, long deadline) {
    for (int looks = 1; !done.getAsBoolean() && !isShuttingDown(); looks++) {
      int _ = runIo();
      if (given || looks % LOOKS_PER_CLOCK == 0) {
        given = false;
        boolean _ = runAllTasks(TASKS_NANOS);
        if (isOver(deadline)) {
          return;
        }
      }
    }
  }

  private static boolean isOver(long deadline) {
    return System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted();
  }

  /** Has its own thread look for what comes now, where nobody else does. */
  void rouse() {
    if (napping && helper.get() == null) {
      LockSupport.unpark(own);
    }
  }

  @Override
  public void execute(Runnable task) {
    super.execute(task);
    given = true;
    rouse();
  }
}
