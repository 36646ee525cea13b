package io.vitrine.store;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it, four times a second, that this process still has its kernel locks, on a thread of its
 * own. Safe for any number of threads.
 */
final class LockKeeper implements Runnable {
  static final long PERIOD_MILLIS = 250;

  private static final LockKeeper KEEPER = new LockKeeper();

  private final Set<LockFile> kept = new LinkedHashSet<>();
  private @Nullable Thread thread;

  private LockKeeper() {}

  static void keep(LockFile lock) {
    KEEPER.add(lock);
  }

  static void forget(LockFile lock) {
    synchronized (KEEPER) {
      KEEPER.kept.remove(lock);
    }
  }

  private synchronized void add(LockFile lock) {
    kept.add(lock);
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("vitrine-locks").start(this);
    }
  }

  @Override
  public void run() {
    while (true) {
      for (LockFile lock : next()) {
        renew(lock);
      }
      synchronized (this) {
        try {
          wait(PERIOD_MILLIS);
        } catch (InterruptedException e) {
          // nobody has a reason to
        }
        if (kept.isEmpty()) {
          thread = null;
          return;
        }
      }
    }
  }

  private void renew(LockFile lock) {
    try {
      lock.renew();
    } catch (RuntimeException | InternalError e) { // the control file was cut off, for one
      forget(lock);
      System.getLogger(LockKeeper.class.getName())
          .log(System.Logger.Level.ERROR, lock + ": cannot see to its kernel locks any more", e);
    }
  }

  private synchronized List<LockFile> next() {
    return new ArrayList<>(kept);
  }
}
