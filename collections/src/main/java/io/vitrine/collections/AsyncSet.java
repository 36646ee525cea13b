package io.vitrine.collections;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a set in a form that does not wait: each answers a future, or takes a callback as
 * last argument. Safe for any number of threads. What goes wrong, bad arguments included, comes by
 * the future; futures and callbacks are completed on virtual threads, so they may block. Calls by
 * one thread take effect in their order, be it by one form of the set or by several, and do not
 * wait for those of other threads; calls within {@link #call} are part of that call.
 *
 * @param <E> type of the elements
 */
public interface AsyncSet<E> {
  /**
   * Calls any method of the set. It may run on a thread of its own, after the calls that came
   * before, and those that come behind wait for it.
   *
   * @param call what to do
   * @param <R> type of the answer
   * @return what it answers
   */
  <R extends @Nullable Object> CompletableFuture<R> call(
      Function<? super ObservableSet<E>, ? extends R> call);

  /**
   * Like {@link #call(Function)}, with a callback.
   *
   * @param call what to do
   * @param callback takes the outcome
   * @param <R> type of the answer
   */
  default <R extends @Nullable Object> void call(
      Function<? super ObservableSet<E>, ? extends R> call, Callback<? super R> callback) {
    Callback.when(this.<R>call(call), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#contains}.
   *
   * @param element the element
   * @return the answer
   */
  default CompletableFuture<Boolean> contains(Object element) {
    return call(set -> set.contains(element));
  }

  /**
   * The same with a callback.
   *
   * @param element the element
   * @param callback takes the outcome
   */
  default void contains(Object element, Callback<? super Boolean> callback) {
    Callback.when(contains(element), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#containsAll}.
   *
   * @param elements the elements
   * @return the answer
   */
  default CompletableFuture<Boolean> containsAll(Collection<?> elements) {
    return call(set -> set.containsAll(elements));
  }

  /**
   * The same with a callback.
   *
   * @param elements the elements
   * @param callback takes the outcome
   */
  default void containsAll(Collection<?> elements, Callback<? super Boolean> callback) {
    Callback.when(containsAll(elements), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#size}.
   *
   * @return the answer
   */
  default CompletableFuture<Integer> size() {
    return call(set -> set.size());
  }

  /**
   * The same with a callback.
   *
   * @param callback takes the outcome
   */
  default void size(Callback<? super Integer> callback) {
    Callback.when(size(), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#isEmpty}.
   *
   * @return the answer
   */
  default CompletableFuture<Boolean> isEmpty() {
    return call(set -> set.isEmpty());
  }

  /**
   * The same with a callback.
   *
   * @param callback takes the outcome
   */
  default void isEmpty(Callback<? super Boolean> callback) {
    Callback.when(isEmpty(), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#add}.
   *
   * @param element the element
   * @return the answer
   */
  default CompletableFuture<Boolean> add(E element) {
    return call(set -> set.add(element));
  }

  /**
   * The same with a callback.
   *
   * @param element the element
   * @param callback takes the outcome
   */
  default void add(E element, Callback<? super Boolean> callback) {
    Callback.when(add(element), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#addAll}.
   *
   * @param elements the elements
   * @return the answer
   */
  default CompletableFuture<Boolean> addAll(Collection<? extends E> elements) {
    return call(set -> set.addAll(elements));
  }

  /**
   * The same with a callback.
   *
   * @param elements the elements
   * @param callback takes the outcome
   */
  default void addAll(Collection<? extends E> elements, Callback<? super Boolean> callback) {
    Callback.when(addAll(elements), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#remove}.
   *
   * @param element the element
   * @return the answer
   */
  default CompletableFuture<Boolean> remove(Object element) {
    return call(set -> set.remove(element));
  }

  /**
   * The same with a callback.
   *
   * @param element the element
   * @param callback takes the outcome
   */
  default void remove(Object element, Callback<? super Boolean> callback) {
    Callback.when(remove(element), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#removeAll}.
   *
   * @param elements the elements
   * @return the answer
   */
  default CompletableFuture<Boolean> removeAll(Collection<?> elements) {
    return call(set -> set.removeAll(elements));
  }

  /**
   * The same with a callback.
   *
   * @param elements the elements
   * @param callback takes the outcome
   */
  default void removeAll(Collection<?> elements, Callback<? super Boolean> callback) {
    Callback.when(removeAll(elements), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#retainAll}.
   *
   * @param elements the elements
   * @return the answer
   */
  default CompletableFuture<Boolean> retainAll(Collection<?> elements) {
    return call(set -> set.retainAll(elements));
  }

  /**
   * The same with a callback.
   *
   * @param elements the elements
   * @param callback takes the outcome
   */
  default void retainAll(Collection<?> elements, Callback<? super Boolean> callback) {
    Callback.when(retainAll(elements), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#clear}.
   *
   * @return the answer
   */
  default CompletableFuture<@Nullable Void> clear() {
    return call(set -> {
      set.clear();
      return null;
    });
  }

  /**
   * The same with a callback.
   *
   * @param callback takes the outcome
   */
  default void clear(Callback<? super @Nullable Void> callback) {
    Callback.when(clear(), callback);
  }

  /**
   * Asynchronous form of {@link ObservableSet#publish}.
   *
   * @param event what to tell
   * @return the answer
   */
  default CompletableFuture<Long> publish(Object event) {
    return call(set -> set.publish(event));
  }

  /**
   * The same with a callback.
   *
   * @param event what to tell
   * @param callback takes the outcome
   */
  default void publish(Object event, Callback<? super Long> callback) {
    Callback.when(publish(event), callback);
  }
}
