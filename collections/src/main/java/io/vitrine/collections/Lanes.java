package io.vitrine.collections;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Does the calls of one collection that do not wait, those of each thread one after the other, in
 * the order in which it made them. Safe for any number of threads. For implementers of {@link
 * ObservableMap}, {@link ObservableSet} and {@link ObservableList}.
 *
 * <p>Threads do not wait for each other. A thread that has something unfinished here has a lane, a
 * virtual thread that does its calls; what it calls once all is finished gets a new one.
 *
 * <p>The futures are completed on threads of their own: whoever waits in a callback for another
 * call does not wait for himself. Nor does a call that makes another one: that is done at once, as
 * a part of it.
 */
public final class Lanes {
  static final Executor COMPLETIONS =
      task -> Thread.ofVirtual().name("vitrine-callback").start(task);

  /** Lanes that have something unfinished, by who calls and by who does the calls. */
  private final ConcurrentHashMap<Thread, Lane> lanes = new ConcurrentHashMap<>();

  private final QueuedCalls queued;

  /** Creates lanes with no calls, whose calls wait as long as they must. */
  public Lanes() {
    this(QueuedCalls.UNTOLD);
  }

  /**
   * Creates lanes with no calls.
   *
   * @param queued told of each call that waits for its turn
   */
  public Lanes(QueuedCalls queued) {
    this.queued = queued;
  }

  <R extends @Nullable Object> CompletableFuture<R> call(Supplier<? extends R> body) {
    return call(body, 0);
  }

  /**
   * Does a call that may wait.
   *
   * @param body what to do
   * @param deadlineNanos of {@link System#nanoTime}, when it is late unless its turn has come, 0
   *     for never
   * @param <R> type of the answer
   * @return what it answers
   */
  public <R extends @Nullable Object> CompletableFuture<R> call(
      Supplier<? extends R> body, long deadlineNanos) {
    var future = new CompletableFuture<R>();
    if (isWithin(lanes.get(Thread.currentThread()))) {
      run(body, future);
    } else {
      add(new QueuedCall(() -> run(body, future), future, deadlineNanos));
    }
    return future;
  }

  /**
   * Begins a call that does not wait itself: at once where the calling thread has nothing
   * unfinished, otherwise in its turn. The next one may begin before it has ended.
   *
   * @param argument what it is about
   * @param copy makes one that nobody changes, of an argument that has to wait for its turn
   * @param body what to do with it
   * @param deadlineNanos of {@link System#nanoTime}, when it is late unless its turn has come, 0
   *     for never
   * @param <A> type of the argument
   * @param <R> type of the answer
   * @return what it answers
   */
  public <A extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> begin(
      A argument,
      UnaryOperator<A> copy,
      Function<A, CompletableFuture<R>> body,
      long deadlineNanos) {
    Lane lane = lanes.get(Thread.currentThread());
    if (lane == null || isWithin(lane)) {
      return body.apply(argument);
    }
    A kept = copy.apply(argument);
    var future = new CompletableFuture<R>();
    add(new QueuedCall(() -> begin(() -> body.apply(kept), future), future, deadlineNanos));
    return future;
  }

  /**
   * A future of what is known already.
   *
   * @param answer what it is completed with, on a thread of its own
   * @param <R> type of the answer
   * @return the future
   */
  public static <R extends @Nullable Object> CompletableFuture<R> completed(R answer) {
    var future = new CompletableFuture<R>();
    COMPLETIONS.execute(() -> future.complete(answer));
    return future;
  }

  /**
   * A future of what has failed already.
   *
   * @param failure what it is completed with, on a thread of its own
   * @param <R> type of the answer
   * @return the future
   */
  public static <R extends @Nullable Object> CompletableFuture<R> failed(Throwable failure) {
    var future = new CompletableFuture<R>();
    COMPLETIONS.execute(() -> future.completeExceptionally(failure));
    return future;
  }

  private static boolean isWithin(@Nullable Lane lane) {
    return lane != null && lane.isOfWorker();
  }

  /** Whether nothing is unfinished, and nothing is kept of what was. */
  boolean isIdle() {
    return lanes.isEmpty();
  }

  /* A lane is filled and ended under the map's lock of whoever calls: none ends with a call in it,
   * and none begins before the last one of the same thread has done all. */

  private void add(QueuedCall call) {
    queued.add(call);
    Lane lane =
        lanes.compute(
            Thread.currentThread(),
            (caller, busy) -> {
              Lane to = busy == null ? new Lane(caller, this::drain) : busy;
              to.add(call);
              return to;
            });
    lane.startOnce();
  }

  private void drain(Lane lane) {
    lanes.put(Thread.currentThread(), lane);
    do {
      for (QueuedCall call = lane.poll(); call != null; call = lane.poll()) {
        queued.remove(call);
        boolean _ = Thread.interrupted(); // what the one before left behind
        call.run();
      }
    } while (lanes.computeIfPresent(lane.caller(), (_, l) -> l.isEmpty() ? null : l) != null);
    lanes.remove(Thread.currentThread());
  }

  private static <R extends @Nullable Object> void run(
      Supplier<? extends R> body, CompletableFuture<R> future) {
    try {
      R result = body.get();
      COMPLETIONS.execute(() -> future.complete(result));
    } catch (Throwable e) {
      COMPLETIONS.execute(() -> future.completeExceptionally(e));
    }
  }

  private <R extends @Nullable Object> void begin(
      Supplier<CompletableFuture<R>> body, CompletableFuture<R> future) {
    try {
      var _ = body.get().whenComplete((result, failure) -> end(future, result, failure));
    } catch (Throwable e) {
      COMPLETIONS.execute(() -> future.completeExceptionally(e));
    }
  }

  /** What has ended before it could be waited for is not told by the lane itself. */
  private <R extends @Nullable Object> void end(
      CompletableFuture<R> future, R result, @Nullable Throwable failure) {
    if (isWithin(lanes.get(Thread.currentThread()))) {
      COMPLETIONS.execute(() -> complete(future, result, failure));
    } else {
      complete(future, result, failure);
    }
  }

  private static <R extends @Nullable Object> void complete(
      CompletableFuture<R> future, R result, @Nullable Throwable failure) {
    if (failure == null) {
      future.complete(result);
    } else {
      future.completeExceptionally(failure);
    }
  }

  <K, V> AsyncMap<K, V> of(ObservableMap<K, V> map) {
    return new AsyncMap<>() {
      @Override
      public <R extends @Nullable Object> CompletableFuture<R> call(
          Function<? super ObservableMap<K, V>, ? extends R> call) {
        return Lanes.this.call(() -> call.apply(map));
      }
    };
  }

  <E> AsyncSet<E> of(ObservableSet<E> set) {
    return new AsyncSet<>() {
      @Override
      public <R extends @Nullable Object> CompletableFuture<R> call(
          Function<? super ObservableSet<E>, ? extends R> call) {
        return Lanes.this.call(() -> call.apply(set));
      }
    };
  }

  <E> AsyncList<E> of(ObservableList<E> list) {
    return new AsyncList<>() {
      @Override
      public <R extends @Nullable Object> CompletableFuture<R> call(
          Function<? super ObservableList<E>, ? extends R> call) {
        return Lanes.this.call(() -> call.apply(list));
      }
    };
  }
}
