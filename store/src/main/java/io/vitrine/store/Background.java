package io.vitrine.store;

/**
 * Has one task at a time done by a thread of the store's own, for whoever does not want to wait for
 * it. Safe for any number of threads.
 */
final class Background {
  private boolean busy;
  private boolean ended;

  /**
   * Begins a task, unless one is under way or the end has come. What it throws is nobody's.
   *
   * @return whether it was begun
   */
  boolean begin(Runnable task) {
    if (!enter()) {
      return false;
    }
    boolean begun = false;
    try {
      IoThread.begin(() -> run(task));
      begun = true;
    } finally {
      if (!begun) {
        leave();
      }
    }
    return true;
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable _) {
      // who needs what it was to do will do it himself, and be told
    } finally {
      leave();
    }
  }

  private synchronized boolean enter() {
    if (busy || ended) {
      return false;
    }
    busy = true;
    return true;
  }

  private synchronized void leave() {
    busy = false;
    notifyAll();
  }

  /** Lets nothing begin any more, and waits for what is under way. */
  synchronized void end() {
    ended = true;
    await();
  }

  /** Waits for what is under way. */
  synchronized void await() {
    boolean interrupted = false;
    while (busy) {
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
