package io.vitrine.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it, four times a second, that this process still has its kernel locks, and that what
 * threads could not give back is given back; on a thread of its own, which goes on whatever it
 * meets. Safe for any number of threads.
 */
final class LockKeeper implements Runnable {
  static final long PERIOD_MILLIS = 250;

  private static final long PERIOD_NANOS = PERIOD_MILLIS * 1_000_000;

  private static final LockKeeper KEEPER = new LockKeeper();

  private final List<LockFile> kept = new CopyOnWriteArrayList<>();
  private final List<Leftovers> leftovers = new CopyOnWriteArrayList<>();
  private @Nullable Thread thread;

  private LockKeeper() {}

  static void keep(LockFile lock) {
    KEEPER.add(KEEPER.kept, lock);
  }

  static void forget(LockFile lock) {
    KEEPER.kept.remove(lock);
  }

  /** Gives back from now on what threads of an open store could not. */
  static void keep(Leftovers of) {
    KEEPER.add(KEEPER.leftovers, of);
  }

  static void forget(Leftovers of) {
    KEEPER.leftovers.remove(of);
  }

  private synchronized <T> void add(List<T> all, T one) {
    if (!all.contains(one)) {
      all.add(one);
    }
    if (thread == null || !thread.isAlive()) {
      try {
        thread = Thread.ofPlatform().daemon().name("vitrine-locks").start(this);
      } catch (Throwable e) {
        all.remove(one);
        throw e;
      }
    }
  }

  @Override
  public void run() {
    boolean goesOn = true;
    while (goesOn) {
      try {
        goesOn = round();
      } catch (Throwable _) {
        // no heap, say, or no way to tell of a failure: the next round tries again
      }
    }
  }

  /** Sees to everything once, and waits, first of all: nothing is thrown all the time. */
  private boolean round() {
    LockSupport.parkNanos(this, PERIOD_NANOS);
    boolean _ = Thread.interrupted(); // with the flag set, it would not park
    synchronized (this) {
      if (kept.isEmpty() && leftovers.isEmpty()) {
        thread = null;
        return false;
      }
    }
    for (LockFile lock : kept) {
      renew(lock);
    }
    for (Leftovers of : leftovers) {
      of.giveBack();
    }
    return true;
  }

  private static void renew(LockFile lock) {
    try {
      lock.renew();
    } catch (RuntimeException | InternalError e) { // the control file was cut off, for one
      forget(lock);
      System.getLogger(LockKeeper.class.getName())
          .log(System.Logger.Level.ERROR, lock + ": cannot see to its kernel locks any more", e);
    } catch (Throwable _) {
      // no heap, say: the next round tries again, and the other locks are seen to now
    }
  }
}
