package io.vitrine.store;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Scratches for calls to borrow. Safe for any number of threads, platform and virtual; allocates
 * nothing once warm, and nothing is bound to a thread.
 */
final class ScratchPool {
  private static final int SIZE = 64;

  /** Distance between places in use, so that neighbours do not share a cache line. */
  private static final int STRIDE = 16;

  private final AtomicReferenceArray<@Nullable Scratch> idle =
      new AtomicReferenceArray<>(SIZE * STRIDE);

  private static int place() {
    long id = Thread.currentThread().threadId();
    return (int) ((id * 0x9E37_79B9_7F4A_7C15L) >>> 58) * STRIDE;
  }

  private final ConcurrentLinkedQueue<Scratch> spare = new ConcurrentLinkedQueue<>();
  private final AtomicInteger spares = new AtomicInteger();

  /** A scratch for a call that needs several. */
  Scratch takeSpare() {
    Scratch scratch = spare.poll();
    if (scratch == null) {
      return new Scratch();
    }
    spares.decrementAndGet();
    return scratch;
  }

  void giveSpare(Scratch scratch) {
    scratch.trim();
    if (spares.incrementAndGet() <= SIZE) {
      spare.add(scratch);
    } else {
      spares.decrementAndGet();
    }
  }

  Scratch take() {
    Scratch scratch = idle.getAndSet(place(), null);
    return scratch != null ? scratch : new Scratch();
  }

  void give(Scratch scratch) {
    scratch.trim();
    idle.setRelease(place(), scratch);
  }
}
