package io.vitrine.collections;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Takes the outcome of an asynchronous call: exactly one call, on a virtual thread of its own, so
 * it may block. What it throws goes to that thread's handler for uncaught exceptions, which by
 * default prints it.
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
   * Has a callback take the outcome of a future, on a virtual thread of its own, wherever the
   * future is completed. What the callback throws goes to that thread's handler for uncaught
   * exceptions.
   *
   * @param future the future
   * @param callback takes its outcome
   * @param <R> type of the result
   */
  static <R extends @Nullable Object> void when(
      CompletableFuture<R> future, Callback<? super R> callback) {
    java.util.Objects.requireNonNull(callback, "callback");
    // Within the future's own stage a failure of the callback would end in a future nobody has.
    var _ =
        future.whenComplete((result, failure) ->
            Lanes.COMPLETIONS.execute(() -> callback.done(result, cause(failure))));
  }

  private static @Nullable Throwable cause(@Nullable Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
