package io.vitrine.remote.server;

import io.vitrine.store.Turn;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done in order, by one virtual thread at a time, which ends where there is nothing
 * more: a connection that is idle has none, and so none of the memory for its stack. Any thread may
 * add.
 */
final class WorkQueue {
  /** How much is done before others get their turn. */
  private static final int STEPS_PER_TURN = 64;

  /** How much is done before a look at how long that has taken. */
  private static final int STEPS_PER_LOOK = 8;

  /** How often a busy one looks for more before it ends. */
  private static final int LOOKS = 2_000;

  private final ConcurrentLinkedQueue<Object> items = new ConcurrentLinkedQueue<>();

  /** Whether there is no thread, so that whoever adds something has to start one. */
  private final AtomicBoolean rests = new AtomicBoolean(true);

  private final Worker worker;
  private final boolean isBusy;

  /**
   * An empty one.
   *
   * @param worker what does it
   * @param isBusy whether to look for more for a while before the thread ends
   */
  WorkQueue(Worker worker, boolean isBusy) {
    this.worker = worker;
    this.isBusy = isBusy;
  }

  /** Has something done behind all that was added before; in vain once the worker has finished. */
  void add(Object item) {
    items.add(item);
    if (rests.get() && rests.compareAndSet(true, false)) {
      start();
    }
  }

  private void start() {
    try {
      Turn.thread(worker.threadName(), this::run).start();
    } catch (Throwable e) { // no memory, say: whoever adds the next one tries again
      rests.set(true);
      throw e;
    }
  }

  private void run() {
    boolean ends = true;
    try {
      ends = workUntilRest();
    } finally {
      if (ends) {
        worker.finish();
      }
    }
  }

  /** Does all there is; says whether nothing more will be done. */
  @SuppressWarnings("ThreadPriorityCheck") // Virtual threads are not preempted.
  private boolean workUntilRest() {
    try {
      Turn turn = Turn.current();
      for (int steps = 1; ; steps++) {
        Object item = next();
        if (item == null) {
          return false; // from here on another thread may be at work
        }
        worker.awaitRoom();
        if (!worker.step(item)) {
          return true;
        }
        if (steps % STEPS_PER_TURN == 0) {
          Thread.yield();
        }
        if (worker.isIdle()) {
          turn.begin();
        } else if (steps % STEPS_PER_LOOK == 0) {
          turn.longStep(); // to yield is not enough where others yield, too
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      worker.lost(e);
    }
    return true;
  }

  /** What came next; null where the thread is to end. */
  @SuppressWarnings("ThreadPriorityCheck") // Whoever spins lets others have the processor.
  private @Nullable Object next() {
    Object item = items.poll();
    for (int i = 0; item == null && isBusy && i < LOOKS; i++) {
      Thread.yield();
      item = items.poll();
    }
    while (item == null && !rest()) {
      item = items.poll();
    }
    return item;
  }

  /** Whether there is nothing, so that the thread ends and another one begins with the next. */
  private boolean rest() {
    rests.set(true);
    return items.isEmpty() || !rests.compareAndSet(true, false);
  }
}
