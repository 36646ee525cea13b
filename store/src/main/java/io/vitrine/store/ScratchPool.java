package io.vitrine.store;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Scratches for calls to borrow. Safe for any number of threads, platform and virtual; allocates
 * nothing once warm, and keeps no thread alive.
 */
final class ScratchPool {
  /* A locked instruction in every call would keep the processor from beginning the memory accesses
   * of the next call before those of this one have ended, which costs more than all the rest. So a
   * thread has a scratch of its own, found by its number, which no other thread will ever have:
   * nobody else touches it, and plain accesses do. Where two threads want the same place, or a call
   * is made within a call, the scratch comes from the shared ones. */

  /** Places for scratches of threads. */
  private static final int PLACES_LOG = 7;

  private static final int SHARED_MAX = 64;

  /** How often a thread finds its place taken by another, before it takes it over. */
  private static final int PATIENCE = 64;

  private final @Nullable Scratch[] own = new Scratch[1 << PLACES_LOG];
  private final ConcurrentLinkedQueue<Scratch> shared = new ConcurrentLinkedQueue<>();
  private final AtomicInteger sharedCount = new AtomicInteger();
  private final AtomicInteger misses = new AtomicInteger();

  /** A scratch for a call that needs several, or for longer. */
  Scratch takeSpare() {
    Scratch scratch = shared.poll();
    if (scratch == null) {
      return new Scratch(Scratch.NOBODY);
    }
    sharedCount.decrementAndGet();
    return scratch;
  }

  void giveSpare(Scratch scratch) {
    scratch.trim();
    if (sharedCount.incrementAndGet() <= SHARED_MAX) {
      shared.add(scratch);
    } else {
      sharedCount.decrementAndGet();
    }
  }

  Scratch take() {
    long thread = Thread.currentThread().threadId();
    Scratch scratch = own[place(thread)];
    if (scratch != null && scratch.owner == thread && !scratch.busy) {
      scratch.busy = true;
      return scratch;
    }
    return takeOther(thread, scratch);
  }

  private Scratch takeOther(long thread, @Nullable Scratch there) {
    if (there == null || (there.owner != thread && misses.incrementAndGet() % PATIENCE == 0)) {
      Scratch scratch = new Scratch(thread);
      scratch.busy = true;
      own[place(thread)] = scratch;
      return scratch;
    }
    return takeSpare();
  }

  void give(Scratch scratch) {
    if (scratch.owner == Scratch.NOBODY) {
      giveSpare(scratch);
    } else {
      scratch.trim();
      scratch.busy = false;
    }
  }

  private static int place(long thread) {
    return (int) ((thread * 0x9E37_79B9_7F4A_7C15L) >>> (64 - PLACES_LOG));
  }
}
