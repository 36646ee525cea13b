package io.vitrine.remote.client;

import io.vitrine.collections.Lanes;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests about a collection that nobody waits for, those of a thread in one order with what its
 * lane does. Safe for any number of threads.
 *
 * @param link the connection
 * @param path the collection
 * @param lanes of the collection: what a thread has unfinished there goes first
 */
record LaneRequests(Link link, String path, Lanes lanes) {
  /** Does a call that may wait, unless its turn has not come by the time in which it must. */
  <R extends @Nullable Object> CompletableFuture<R> call(Supplier<? extends R> body) {
    return lanes.call(body, link.deadlines().next());
  }

  /**
   * Sends a request, at once where this thread's lane has nothing unfinished; many may be under
   * way. What comes back, failures of all kinds included, completes the future. The argument is
   * that of this moment, whatever becomes of its arrays until it is sent.
   */
  <R extends @Nullable Object> CompletableFuture<R> ask(
      String event,
      Supplier<? extends @Nullable Object> argument,
      boolean repeatable,
      Function<@Nullable Object, R> reader) {
    Object model;
    try {
      model = argument.get();
    } catch (RuntimeException e) {
      return Lanes.failed(e);
    }
    long deadline = link.deadlines().next();
    return lanes.<@Nullable Object, R>begin(
        model,
        ModelCopy::of,
        kept -> link.later(path, event, kept, repeatable, reader, deadline),
        deadline);
  }
}
