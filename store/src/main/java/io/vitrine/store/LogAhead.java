package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/** Does what the log needs soon, in another thread where that can be. Safe for any threads. */
final class LogAhead {
  private final boolean byOther;
  private volatile @Nullable Thread working;

  LogAhead(boolean byOther) {
    this.byOther = byOther;
  }

  void run(Runnable task) {
    if (byOther) {
      working = Thread.ofPlatform().daemon().name("vitrine-log").start(task);
    } else {
      task.run();
    }
  }

  /** Waits until what was begun last is done. */
  void await() {
    Thread thread = working;
    if (thread != null) {
      Io.join(thread);
    }
  }
}
