package io.vitrine.collections;

import io.vitrine.store.Store;
import io.vitrine.store.StoreException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the subscriptions of a store when its log grows, and looks after processes that died. Safe
 * for any number of threads. Its one thread lives as long as there are subscriptions.
 *
 * <p>A process that appends to the log cannot wake another one, so somebody has to look: one thread
 * for all subscriptions, more rarely the longer nothing happens.
 */
final class LogWatcher {
  private static final System.Logger LOGGER = System.getLogger(LogWatcher.class.getName());
  private static final int SPINS = 200;
  private static final int YIELDS = 50;

  /** From so many rounds on it sleeps. */
  private static final int RESTS = SPINS + YIELDS;

  private static final long PARK_NANOS_MIN = 20_000;
  private static final long PARK_NANOS_MAX = 1_000_000;

  /**
   * Where others have told of all changes, time and again: to wake takes the processor from them,
   * and what another process changes they tell, too.
   */
  private static final long LEFT_NANOS_MAX = 20_000_000;

  private static final long SWEEP_NANOS = 50_000_000;

  /** How long it tells by itself before it wakes the others for that. */
  private static final long PAGES_NANOS = 1_000_000;

  private static final long PAUSE_AFTER_FAILURE_NANOS = 10_000_000;

  /** How long the end of all subscriptions may take; set by tests only. */
  static volatile long closeNanos = 5_000_000_000L;

  private final Store store;

  /** Of the store's log; a subscription tells its bookmark also when the store is closed. */
  final long epoch;

  private final Set<LogSubscription<?, ?, ?>> subscriptions = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private @Nullable Thread thread;

  /** Whether a failure was told of already. For the thread. */
  private boolean told;

  LogWatcher(Store store) {
    this.store = store;
    this.epoch = store.epoch();
  }

  Store store() {
    return store;
  }

  synchronized void add(LogSubscription<?, ?, ?> subscription) {
    if (closed) {
      throw new IllegalStateException("the vitrine is closed; open another one");
    }
    subscriptions.add(subscription);
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("vitrine-watcher").start(this::watch);
    }
  }

  void remove(LogSubscription<?, ?, ?> subscription) {
    subscriptions.remove(subscription);
  }

  /** Ends all subscriptions and waits until they have, unless one of them calls this. */
  void close(String reason) {
    Thread watching;
    synchronized (this) {
      closed = true;
      watching = thread;
    }
    var open = Set.copyOf(subscriptions);
    open.forEach(subscription -> subscription.end(reason));
    long deadline = System.nanoTime() + closeNanos;
    for (var subscription : open) {
      if (!subscription.isToldByCaller()) { // else its thread waits for this one
        Joining.await(subscription.thread(), deadline);
      }
    }
    if (watching != null) {
      LockSupport.unpark(watching);
      Joining.await(watching, deadline);
    }
  }

  private void watch() {
    long seen = -1;
    long swept = System.nanoTime();
    long sweptAt = -1;
    int idleRounds = 0;
    boolean leaves = false; // to whoever makes the changes, who told all of the last one
    long parkMax = PARK_NANOS_MAX;
    while (goesOn()) {
      try {
        long revision = store.revision();
        boolean moved = revision != seen;
        if (revision != seen && leaves && isAnyBehind(revision)) {
          leaves = false; // the next time, if he does not tell of it meanwhile
          idleRounds = RESTS;
        } else if (revision != seen) {
          seen = revision;
          boolean wakes = wakeAll(revision);
          leaves = !wakes && isNoneBusy();
          idleRounds = wakes ? 0 : leaves ? Math.max(idleRounds, RESTS) : RESTS;
        }
        parkMax = moved && leaves ? LEFT_NANOS_MAX : PARK_NANOS_MAX;
        if (System.nanoTime() - swept >= SWEEP_NANOS) {
          store.sweep();
          swept = System.nanoTime();
          if (revision == sweptAt && revision < store.reservedRevision()) {
            wakeOne();
          }
          sweptAt = revision;
        }
      } catch (Throwable e) {
        onFailure(e);
        seen = -1; // perhaps some were not woken
        leaves = false;
        swept = System.nanoTime();
      }
      pause(idleRounds++, parkMax);
    }
  }

  private void onFailure(Throwable failure) {
    try {
      if (failure instanceof StoreException || failure instanceof IllegalStateException) {
        // Whoever reads the store meets it too and tells its subscriber.
        subscriptions.forEach(each -> each.onLogMoved(Long.MAX_VALUE));
        return;
      }
      // A lack of memory passes, and so may a fault; without this all subscriptions would be deaf.
      LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
      if (!told) {
        told = true;
        LOGGER.log(
            System.Logger.Level.WARNING, "looking at the log goes on after a failure", failure);
      }
    } catch (Throwable _) {
      // There is no memory to say so either.
    }
  }

  /**
   * Wakes those who wait for the log; answers whether there are any. Where all are still busy
   * reading there is no haste to look again: they look themselves before they wait. Where all were
   * told by whoever made the change it is as if nothing had happened: he tells of the next one,
   * too.
   */
  private boolean wakeAll(long revision) {
    boolean any = false;
    boolean pages = false;
    for (LogSubscription<?, ?, ?> subscription : subscriptions) {
      if (subscription.sharesPages()) {
        pages = true;
      } else {
        any |= subscription.onLogMoved(revision);
      }
    }
    boolean told = pages && tellPages(revision);
    return told || any;
  }

  /**
   * Tells those who are told the same: to wake a thread for each takes longer than to tell it. Not
   * for long, as others wait for this thread, and there may be so many that several are faster.
   */
  private boolean tellPages(long revision) {
    boolean any = false;
    long deadline = System.nanoTime() + PAGES_NANOS;
    for (LogSubscription<?, ?, ?> subscription : subscriptions) {
      if (subscription.sharesPages()) {
        any |= subscription.onLogMovedHere(revision, deadline);
        // An interrupt that a subscriber left behind would keep this thread from sleeping.
        boolean _ = Thread.interrupted();
      }
    }
    return any;
  }

  private boolean isAnyBehind(long revision) {
    for (LogSubscription<?, ?, ?> subscription : subscriptions) {
      if (subscription.isBehind(revision)) {
        return true;
      }
    }
    return false;
  }

  private boolean isNoneBusy() {
    for (LogSubscription<?, ?, ?> subscription : subscriptions) {
      if (subscription.isBusy()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Has one subscription read the log, which stands still before its end. A writer that died may
   * have left a record without end, and so it stays until somebody who reads asks after the writer.
   */
  private void wakeOne() {
    for (LogSubscription<?, ?, ?> subscription : subscriptions) {
      if (subscription.onLogMoved(Long.MAX_VALUE)) {
        return;
      }
    }
  }

  private boolean goesOn() {
    if (!closed && !subscriptions.isEmpty()) {
      return true;
    }
    synchronized (this) {
      if (closed || subscriptions.isEmpty()) {
        thread = null;
        return false;
      }
      return true;
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // A hint that costs less than a park.
  private static void pause(int idleRounds, long parkMax) {
    if (idleRounds < SPINS) {
      Thread.onSpinWait();
    } else if (idleRounds < RESTS) {
      Thread.yield();
    } else {
      int doublings = Math.min(idleRounds - RESTS, 10);
      LockSupport.parkNanos(Math.min(PARK_NANOS_MIN << doublings, parkMax));
      boolean _ = Thread.interrupted(); // by whoever finds all threads of a group
    }
  }
}
