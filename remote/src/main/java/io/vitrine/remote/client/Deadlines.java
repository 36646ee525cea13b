package io.vitrine.remote.client;

import io.vitrine.collections.QueuedCall;
import io.vitrine.collections.QueuedCalls;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Sees to it that calls which nobody waits for end, those that have not been sent included: they
 * wait behind earlier ones of their thread. Safe for any number of threads.
 */
final class Deadlines implements QueuedCalls {
  private final Dialer dialer;
  private final long callMillis;
  private final LongConsumer expire;
  private final Set<QueuedCall> queued = ConcurrentHashMap.newKeySet();
  private volatile boolean looking;
  private volatile boolean closed;

  /**
   * Creates one that looks at nothing yet.
   *
   * @param expire told the time now and then, to end what was sent
   */
  Deadlines(Dialer dialer, long callMillis, LongConsumer expire) {
    this.dialer = dialer;
    this.callMillis = callMillis;
    this.expire = expire;
  }

  /** That of a call which is made now. */
  long next() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(callMillis);
  }

  /** Looks from now on; at first before the client is closed. */
  void look() {
    if (!looking) {
      begin();
    }
  }

  private synchronized void begin() {
    if (!looking && !closed) {
      looking = true;
      dialer.every(Math.clamp(callMillis / 10, 1, 1_000), this::end);
    }
  }

  private void end() {
    long now = System.nanoTime();
    expire.accept(now);
    for (QueuedCall call : List.copyOf(queued)) {
      if (call.isLate(now) && queued.remove(call)) {
        call.fail(RemoteFailures.notBegun(dialer.address(), callMillis));
      }
    }
  }

  @Override
  public void add(QueuedCall call) {
    queued.add(call);
    look();
    if (closed) {
      failAll();
    }
  }

  @Override
  public void remove(QueuedCall call) {
    queued.remove(call);
  }

  /** Fails what has not been sent, now and later. Before the dialer is closed. */
  void close() {
    synchronized (this) {
      closed = true;
    }
    failAll();
  }

  private void failAll() {
    for (QueuedCall call : List.copyOf(queued)) {
      if (queued.remove(call)) {
        call.fail(
            new ConnectionLostException(
                "the connection to "
                    + dialer.address()
                    + " was closed; this call had not begun, since earlier ones of its thread are"
                    + " unfinished"));
      }
    }
  }
}
