package io.vitrine.collections;

import io.vitrine.store.Turn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does calls one after the other, in the order in which they came, on a virtual thread that lives
 * while there are any. Safe for any number of threads.
 *
 * <p>The futures are completed on threads of their own: whoever waits in a callback for another
 * call of the same lane does not wait for himself.
 */
final class Lane {
  private static final Executor COMPLETIONS =
      task -> Thread.ofVirtual().name("vitrine-callback").start(task);

  private final ConcurrentLinkedQueue<Runnable> calls = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  <R extends @Nullable Object> CompletableFuture<R> call(Supplier<? extends R> body) {
    var future = new CompletableFuture<R>();
    calls.add(() -> run(body, future));
    if (waiting.getAndIncrement() == 0) {
      Turn.thread("vitrine-async", this::drain).start();
    }
    return future;
  }

  private void drain() {
    do {
      Runnable call = calls.poll();
      if (call != null) {
        call.run();
      }
    } while (waiting.decrementAndGet() > 0);
  }

  private static <R extends @Nullable Object> void run(
      Supplier<? extends R> body, CompletableFuture<R> future) {
    if (future.isCancelled()) {
      return;
    }
    try {
      R result = body.get();
      COMPLETIONS.execute(() -> future.complete(result));
    } catch (Throwable e) {
      COMPLETIONS.execute(() -> future.completeExceptionally(e));
    }
  }
}
