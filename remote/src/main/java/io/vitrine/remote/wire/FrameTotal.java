package io.vitrine.remote.wire;

import io.netty.util.concurrent.EventExecutor;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What has come over all connections of a server and is not done: frames of which part is missing,
 * and whole ones that wait to be read. Safe for any number of threads.
 *
 * <p>Where it is too much, the connection with one of the largest unfinished frames is refused, so
 * that small requests of others are always taken.
 */
public final class FrameTotal {
  /** What is smaller gives way only where there is nothing but such. */
  private static final long LARGE_BYTES = 256 << 10;

  /** Who has less that waits is read, whatever others have. */
  private static final long FEW_BYTES = 64 << 10;

  /** What is this much smaller than the largest is closed rather, as that is done at once. */
  private static final int NEAR = 2;

  private final long bytesMax;
  private final AtomicLong unfinished = new AtomicLong();
  private final AtomicLong whole = new AtomicLong();
  private final Set<Part> parts = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Creates a total.
   *
   * @param bytesMax how much may have come
   */
  public FrameTotal(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Whether who has something that waits should send no more for now. */
  private boolean isTight() {
    return unfinished.get() + whole.get() > bytesMax / 2;
  }

  /** The whole frames of one connection that wait. */
  public static final class Waiting {
    private final FrameTotal total;
    private final AtomicLong bytes = new AtomicLong();

    /**
     * Begins with none.
     *
     * @param total of all connections
     */
    public Waiting(FrameTotal total) {
      this.total = total;
    }

    /**
     * Takes note of one that waits, or waits no more.
     *
     * @param more how much more, negative for less
     */
    public void add(long more) {
      bytes.addAndGet(more);
      total.whole.addAndGet(more);
    }

    /** Takes note that none will be done. What is said of one after that counts on. */
    public void forget() {
      total.whole.addAndGet(-bytes.getAndSet(0));
    }

    /**
     * Whether more may come.
     *
     * @param bytesMax how much may wait
     * @return false where so much waits, or more than a little while others have much
     */
    public boolean isBelow(long bytesMax) {
      long waiting = bytes.get();
      return waiting < bytesMax && (waiting < FEW_BYTES || !total.isTight());
    }
  }

  /** What one connection has of it: on its event loop only, but for what others ask. */
  public static final class Part {
    private final FrameTotal total;
    private final EventExecutor loop;
    private final Consumer<WireException> refusal;
    private volatile long bytes;
    private volatile boolean refused;

    /**
     * Creates the part of a connection of which nothing has come.
     *
     * @param total of all connections
     * @param loop that of the connection
     * @param refusal told on the event loop where the frame is given up; lets go of it
     */
    public Part(FrameTotal total, EventExecutor loop, Consumer<WireException> refusal) {
      this.total = total;
      this.loop = loop;
      this.refusal = refusal;
    }

    /**
     * Takes note of how much has come of a frame.
     *
     * @param now how many bytes, 0 for none or where it is whole
     */
    public void hold(long now) {
      long before = bytes;
      if (now == before) {
        return;
      }
      bytes = now;
      if (now == 0) {
        total.parts.remove(this);
      } else if (before == 0) {
        total.parts.add(this);
      }
      total.unfinished.addAndGet(now - before);
      if (now > before) {
        total.check();
      }
    }

    private void refuse(WireException reason) {
      refused = true;
      if (loop.inEventLoop()) {
        refusal.accept(reason);
      } else {
        loop.execute(() -> refusal.accept(reason));
      }
    }
  }

  private void check() {
    if (unfinished.get() + whole.get() <= bytesMax) {
      return;
    }
    lock.lock();
    try {
      Part largest = largest();
      while (largest != null && isTooMuch(largest)) {
        largest.refuse(
            new WireException(
                ErrorCode.LIMIT_EXCEEDED,
                "the server has "
                    + bytesMax
                    + " bytes of unfinished messages, and this is one of the largest: "
                    + largest.bytes
                    + "; try again later"));
        largest = largest();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether a frame has to be given up, as the largest that there is. */
  private boolean isTooMuch(Part largest) {
    long left = parts.stream().filter(part -> !part.refused).mapToLong(part -> part.bytes).sum();
    return left > bytesMax || (left + whole.get() > bytesMax && largest.bytes >= LARGE_BYTES);
  }

  /** The largest, or one that is near it and of this event loop; null where there is none. */
  private @Nullable Part largest() {
    Part largest = null;
    Part here = null;
    for (Part part : parts) {
      if (part.refused) {
        continue;
      }
      if (largest == null || part.bytes > largest.bytes) {
        largest = part;
      }
      if (part.loop.inEventLoop() && (here == null || part.bytes > here.bytes)) {
        here = part;
      }
    }
    boolean near = here != null && largest != null && here.bytes >= largest.bytes / NEAR;
    return near ? here : largest;
  }
}
