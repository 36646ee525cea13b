package io.vitrine.collections;

import io.vitrine.store.Turn;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished calls of one thread to one collection, and the virtual thread that does them. The
 * thread that calls adds to it, its worker takes from it; {@link Lanes} sees to when it ends.
 */
final class Lane {
  private final ConcurrentLinkedQueue<QueuedCall> calls = new ConcurrentLinkedQueue<>();
  private final Thread caller;
  private final Thread worker;

  /** Of the calling thread alone. */
  private boolean started;

  /**
   * Creates one with no calls.
   *
   * @param caller whose calls these are
   * @param drain does all of them, on the worker
   */
  Lane(Thread caller, Consumer<? super Lane> drain) {
    this.caller = caller;
    this.worker = Turn.thread("vitrine-async", () -> drain.accept(this));
  }

  Thread caller() {
    return caller;
  }

  /** Whether the thread at hand is the one that does the calls. */
  @SuppressWarnings("ReferenceEquality") // Threads have no other equality.
  boolean isOfWorker() {
    return Thread.currentThread() == worker;
  }

  void startOnce() {
    if (!started) {
      started = true;
      worker.start();
    }
  }

  void add(QueuedCall call) {
    calls.add(call);
  }

  @Nullable QueuedCall poll() {
    return calls.poll();
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }
}
