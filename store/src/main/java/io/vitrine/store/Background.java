package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/**
 * Has one task at a time done by a thread of the store's own, for whoever does not want to wait for
 * it. Safe for any number of threads.
 */
final class Background {
  /** A task that was begun, or is about to be. */
  private static final class Begun {
    boolean runs;
  }

  private @Nullable Begun current;
  private boolean ended;

  /**
   * Begins a task, unless one is under way or the end has come. What it throws is nobody's.
   *
   * @return whether it was begun
   */
  boolean begin(Runnable task) {
    var begun = new Begun();
    if (!enter(begun)) {
      return false;
    }
    boolean handed = false;
    try {
      IoThread.begin(() -> run(task, begun));
      handed = true;
    } finally {
      if (!handed) {
        giveUp(begun);
      }
    }
    return true;
  }

  private void run(Runnable task, Begun begun) {
    if (!start(begun)) {
      return;
    }
    try {
      task.run();
    } catch (Throwable _) {
      // who needs what it was to do will do it himself, and be told
    } finally {
      leave();
    }
  }

  private synchronized boolean enter(Begun begun) {
    if (current != null || ended) {
      return false;
    }
    current = begun;
    return true;
  }

  /** Whether a task was not given up meanwhile. */
  private synchronized boolean start(Begun begun) {
    begun.runs = current == begun;
    return begun.runs;
  }

  /** Of a failure nobody knows whether the task was handed over. */
  private synchronized void giveUp(Begun begun) {
    if (!begun.runs) {
      leave();
    }
  }

  private synchronized void leave() {
    current = null;
    notifyAll();
  }

  /** Lets nothing begin any more, and waits for nothing. */
  synchronized void stop() {
    ended = true;
  }

  /** Lets nothing begin any more, and waits for what is under way. */
  synchronized void end() {
    ended = true;
    await();
  }

  /** Whether something is under way. */
  synchronized boolean isBusy() {
    return current != null;
  }

  /** Waits for what is under way. */
  synchronized void await() {
    boolean interrupted = false;
    while (current != null) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
