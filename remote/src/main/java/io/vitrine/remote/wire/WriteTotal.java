package io.vitrine.remote.wire;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be written to all connections of a server together. Safe for any number of threads.
 *
 * <pre>
 *   up to half of the limit   a connection may have as much as it may have for itself
 *   above half                a connection gets its next answer when it has taken the last one
 *   above all of it           the connection is closed that has taken nothing of much for longest
 * </pre>
 *
 * <p>So small answers always go out, and clients that do not read cost each other their
 * connections.
 */
public final class WriteTotal {
  /** To close takes a moment; who waits for it does not wait without end. */
  private static final long CLOSING_NANOS_MAX = 1_000_000_000;

  private final long bytesMax;
  private final Set<Outbound> open = ConcurrentHashMap.newKeySet();

  /** About the sum of what waits; exact again each time when it is too much. */
  private final AtomicLong bytes = new AtomicLong();

  private final ReentrantLock lock = new ReentrantLock();

  /** Whether a connection was given up and holds what it held still. */
  private volatile boolean closing;

  private volatile long closingNanos;

  /**
   * Creates a total.
   *
   * @param bytesMax what may wait
   */
  public WriteTotal(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Has a connection count until it is closed. */
  void enter(Outbound outbound) {
    open.add(outbound);
  }

  /** The connection is closed, and what waited for it is let go. */
  void leave(Outbound outbound) {
    if (open.remove(outbound) && closing) {
      count();
    }
  }

  /** Takes note of more that waits, or of less. */
  void add(long more) {
    if (bytes.addAndGet(more) > bytesMax && more > 0) {
      count();
    }
  }

  /** Whether a connection has to take what it has before it gets more. */
  boolean isTight() {
    return bytes.get() > bytesMax / 2;
  }

  /** Whether nothing should be begun for a moment, in which memory becomes free. */
  boolean isClosing() {
    return closing && System.nanoTime() - closingNanos < CLOSING_NANOS_MAX;
  }

  /** Counts anew, and closes whoever has to be. */
  private void count() {
    lock.lock();
    try {
      long left = 0;
      boolean going = false;
      for (Outbound outbound : open) {
        if (outbound.isGivenUp()) {
          going = true;
        } else {
          left += outbound.waitingBytes();
        }
      }
      for (Outbound worst = worst(); left > bytesMax && worst != null; worst = worst()) {
        left -= worst.waitingBytes();
        going = true;
        closingNanos = System.nanoTime();
        worst.giveUp();
      }
      bytes.set(left);
      closing = going;
    } finally {
      lock.unlock();
    }
  }

  /** Of those that hold something the one with most bytes times time; null if it is alone. */
  private @Nullable Outbound worst() {
    Outbound worst = null;
    double most = 0;
    int holders = 0;
    for (Outbound outbound : open) {
      long waiting = outbound.isGivenUp() ? 0 : outbound.waitingBytes();
      if (waiting > 0) {
        holders++;
        double score = (double) waiting * (1 + outbound.stalledNanos());
        if (score > most) {
          most = score;
          worst = outbound;
        }
      }
    }
    return holders > 1 ? worst : null;
  }
}
