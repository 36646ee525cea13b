package io.vitrine.collections;

import io.vitrine.store.Turn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Does the calls of one collection that do not wait, one after the other, in the order in which
 * they came, on a virtual thread that lives while there are any. Safe for any number of threads.
 * For implementers of {@link ObservableMap}, {@link ObservableSet} and {@link ObservableList}.
 *
 * <p>The futures are completed on threads of their own: whoever waits in a callback for another
 * call of the same lane does not wait for himself. Nor does a call that makes another one: that is
 * done at once, as a part of it.
 */
public final class Lane {
  static final Executor COMPLETIONS =
      task -> Thread.ofVirtual().name("vitrine-callback").start(task);

  private final ConcurrentLinkedQueue<Runnable> calls = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /** That which does the calls; the last one that did, where there are none. */
  private volatile @Nullable Thread worker;

  /** Creates a lane with no calls. */
  public Lane() {}

  /**
   * Does a call that may wait.
   *
   * @param body what to do
   * @param <R> type of the answer
   * @return what it answers
   */
  public <R extends @Nullable Object> CompletableFuture<R> call(Supplier<? extends R> body) {
    var future = new CompletableFuture<R>();
    if (isWithin()) {
      run(body, future);
    } else {
      add(() -> run(body, future));
    }
    return future;
  }

  /**
   * Begins a call that does not wait itself: at once where nothing is unfinished, otherwise in its
   * turn. The next one may begin before it has ended.
   *
   * @param argument what it is about
   * @param copy makes one that nobody changes, of an argument that has to wait for its turn
   * @param body what to do with it
   * @param <A> type of the argument
   * @param <R> type of the answer
   * @return what it answers
   */
  public <A extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> begin(
      A argument, UnaryOperator<A> copy, Function<A, CompletableFuture<R>> body) {
    if (waiting.get() == 0 || isWithin()) {
      return body.apply(argument);
    }
    A kept = copy.apply(argument);
    var future = new CompletableFuture<R>();
    add(() -> begin(() -> body.apply(kept), future));
    return future;
  }

  @SuppressWarnings("ReferenceEquality") // Threads have no other equality.
  private boolean isWithin() {
    return Thread.currentThread() == worker;
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

  private void add(Runnable call) {
    calls.add(call);
    if (waiting.getAndIncrement() == 0) {
      Turn.thread("vitrine-async", this::drain).start();
    }
  }

  private void drain() {
    worker = Thread.currentThread();
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

  private <R extends @Nullable Object> void begin(
      Supplier<CompletableFuture<R>> body, CompletableFuture<R> future) {
    if (future.isCancelled()) {
      return;
    }
    try {
      var _ = body.get().whenComplete((result, failure) -> end(future, result, failure));
    } catch (Throwable e) {
      COMPLETIONS.execute(() -> future.completeExceptionally(e));
    }
  }

  /** What has ended before it could be waited for is not told by the lane itself. */
  private <R extends @Nullable Object> void end(
      CompletableFuture<R> future, R result, @Nullable Throwable failure) {
    if (isWithin()) {
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
        return Lane.this.call(() -> call.apply(map));
      }
    };
  }

  <E> AsyncSet<E> of(ObservableSet<E> set) {
    return new AsyncSet<>() {
      @Override
      public <R extends @Nullable Object> CompletableFuture<R> call(
          Function<? super ObservableSet<E>, ? extends R> call) {
        return Lane.this.call(() -> call.apply(set));
      }
    };
  }

  <E> AsyncList<E> of(ObservableList<E> list) {
    return new AsyncList<>() {
      @Override
      public <R extends @Nullable Object> CompletableFuture<R> call(
          Function<? super ObservableList<E>, ? extends R> call) {
        return Lane.this.call(() -> call.apply(list));
      }
    };
  }
}
