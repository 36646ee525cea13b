package io.vitrine.collections;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Takes the outcome of an asynchronous call: exactly one call, on a virtual thread of its own, so
 * it may block.
 *
 * @param <R> type of the result
 */
@FunctionalInterface
public interface Callback<R extends @Nullable Object> {
  /**
   * Takes the outcome.
   *
   * @param result what the call answered, null also where it failed
   * @param failure what went wrong, null where nothing did
   */
  void done(@Nullable R result, @Nullable Throwable failure);

  /**
   * Has a callback take the outcome of a future; where that is there already, on a thread of its
   * own.
   *
   * @param future the future
   * @param callback takes its outcome
   * @param <R> type of the result
   */
  @SuppressWarnings("ReferenceEquality") // Threads have no other equality.
  static <R extends @Nullable Object> void when(
      CompletableFuture<R> future, Callback<? super R> callback) {
    java.util.Objects.requireNonNull(callback, "callback");
    // Where it is done by now this thread is told, which is the caller's.
    Thread caller = Thread.currentThread();
    var returned = new AtomicBoolean();
    tell(
        future,
        callback,
        task -> {
          if (Thread.currentThread() == caller && !returned.get()) {
            Lanes.COMPLETIONS.execute(task);
          } else {
            task.run();
          }
        });
    returned.set(true);
  }

  private static <R extends @Nullable Object> void tell(
      CompletableFuture<R> future, Callback<? super R> callback, Executor executor) {
    var _ =
        future.whenComplete(
            (result, failure) -> executor.execute(() -> callback.done(result, cause(failure))));
  }

  private static @Nullable Throwable cause(@Nullable Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
