package io.vitrine.store;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what an open of a store promises about power: is told each change that was made, and lets
 * the caller return when the promise holds. Safe for any number of threads.
 */
final class Durable implements AutoCloseable {
  private final Durability promise;
  private final boolean sync;
  private final LogForce force;
  private final Checkpoints checkpoints;
  private final StoreClock clock;
  private @Nullable Thread forcer;
  private volatile boolean closed;

  /** Why the log could not be forced in the background, null where it could. */
  private volatile @Nullable Throwable failure;

  Durable(Durability promise, LogForce force, Checkpoints checkpoints, StoreClock clock) {
    this.promise = promise;
    this.sync = promise.kind() == Durability.Kind.SYNC;
    this.force = force;
    this.checkpoints = checkpoints;
    this.clock = clock;
  }

  Tally forces() {
    return force.forces();
  }

  Durability promise() {
    return promise;
  }

  /** Begins to force the log in the background, where that was promised. */
  synchronized void start() {
    if (promise.kind() == Durability.Kind.ASYNC) {
      forcer = Thread.ofPlatform().daemon().name("vitrine-force").start(this::forceAllTheTime);
    }
  }

  /** Lets the caller return from a change whose record lies at a position, when it may. */
  void committed(long position) {
    checkpoints.committed(position);
    if (sync) {
      await(position);
    } else if (failure != null) {
      throwFailure();
    } else if (closed && promise.kind() == Durability.Kind.ASYNC) {
      await(position); // the last force of all may have come before the change
    }
  }

  /** Waits until a change is on disk; whoever cannot is told that it is made all the same. */
  private void await(long position) {
    try {
      if (!force.isDone(position)) {
        if (Waiting.isForbidden()) { // with ASYNC: it was let begin, as nothing was to wait for
          throw new IllegalStateException("the store is being closed");
        }
        force.await(position);
      }
    } catch (StoreException e) {
      checkpoints.lookSoon();
      throw e;
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          "the change is made, but it may not be on disk: the store is closed", e);
    }
  }

  private void throwFailure() {
    Throwable why = failure;
    if (why != null) {
      checkpoints.lookSoon();
      throw new StoreException(
          "the change is made, but those of the last "
              + promise.interval().toMillis()
              + " ms are not on disk: "
              + (why instanceof StoreException ? why.getMessage() : why),
          why);
    }
  }

  /** A force begins twice in an interval: what it takes itself is part of the interval. */
  private void forceAllTheTime() {
    long pause = Math.max(500_000, promise.interval().toNanos() / 2);
    while (!closed) {
      try {
        clock.pause(pause, () -> closed);
        if (!closed) {
          forceOnce();
        }
      } catch (Throwable e) { // not even that could be told, for want of heap, say
        failure = e;
      }
    }
  }

  private void forceOnce() {
    tryTo(() -> force.forceAllEnded(() -> closed));
    if (failure != null) {
      checkpoints.mend(); // perhaps nobody changes anything any more, by which one would be made
    }
  }

  /** Forces the log; whatever fails, those who write are told until it succeeds again. */
  private void tryTo(Runnable forcing) {
    try {
      forcing.run();
      failure = null;
    } catch (InternalError e) {
      failure = CutOff.of(force.files, e);
    } catch (Throwable e) {
      if (!force.isClosed()) {
        failure = e;
      }
    }
  }

  /** Stops what runs in the background; with ASYNC, everything made before is on disk then. */
  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      running = forcer;
      closed = true;
    }
    checkpoints.close();
    if (running != null) {
      LockSupport.unpark(running);
      boolean _ = Io.join(running, System.nanoTime() + Catalogue.CLOSE_NANOS);
      long deadline = System.nanoTime() + Catalogue.CLOSE_NANOS;
      tryTo(() -> force.forceReserved(deadline)); // with what returned before it was closed
    }
    force.close();
    Throwable why = failure;
    if (running != null && why != null) {
      throw new StoreException(
          "the store is closed, but its last changes are not on disk: "
              + (why instanceof StoreException ? why.getMessage() : why),
          why);
    }
  }
}
