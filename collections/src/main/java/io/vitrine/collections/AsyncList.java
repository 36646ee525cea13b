package io.vitrine.collections;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a list in a form that does not wait: each answers a future, or takes a callback as
 * last argument. Safe for any number of threads. What goes wrong, bad arguments included, comes by
 * the future; futures and callbacks are completed on virtual threads, so they may block. Calls by
 * one thread take effect in their order, be it by one form of the list or by several, and do not
 * wait for those of other threads; calls within {@link #call} are part of that call.
 *
 * @param <E> type of the elements
 */
public interface AsyncList<E> {
  /**
   * Calls any method of the list. It may run on a thread of its own, after the calls that came
   * before, and those that come behind wait for it.
   *
   * @param call what to do
   * @param <R> type of the answer
   * @return what it answers
   */
  <R extends @Nullable Object> CompletableFuture<R> call(
      Function<? super ObservableList<E>, ? extends R> call);

  /**
   * Like {@link #call(Function)}, with a callback.
   *
   * @param call what to do
   * @param callback takes the outcome
   * @param <R> type of the answer
   */
  default <R extends @Nullable Object> void call(
      Function<? super ObservableList<E>, ? extends R> call, Callback<? super R> callback) {
    Callback.when(this.<R>call(call), callback);
  }

  /**
   * Asynchronous form of {@link java.util.Collection#contains}.
   *
   * @param element the element
   * @return the answer
   */
  default CompletableFuture<Boolean> contains(Object element) {
    return call(list -> list.contains(element));
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
    return call(list -> list.containsAll(elements));
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
    return call(list -> list.size());
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
    return call(list -> list.isEmpty());
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
    return call(list -> list.add(element));
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
    return call(list -> list.addAll(elements));
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
    return call(list -> list.remove(element));
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
    return call(list -> list.removeAll(elements));
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
    return call(list -> list.retainAll(elements));
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
    return call(list -> {
      list.clear();
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
   * Asynchronous form of {@link ObservableList#publish}.
   *
   * @param event what to tell
   * @return the answer
   */
  default CompletableFuture<Long> publish(Object event) {
    return call(list -> list.publish(event));
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

  /**
   * Asynchronous form of {@link java.util.List#get}.
   *
   * @param index the index
   * @return the answer
   */
  default CompletableFuture<E> get(int index) {
    return call(list -> list.get(index));
  }

  /**
   * The same with a callback.
   *
   * @param index the index
   * @param callback takes the outcome
   */
  default void get(int index, Callback<? super E> callback) {
    Callback.when(get(index), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#getFirst}.
   *
   * @return the answer
   */
  default CompletableFuture<E> getFirst() {
    return call(list -> list.getFirst());
  }

  /**
   * The same with a callback.
   *
   * @param callback takes the outcome
   */
  default void getFirst(Callback<? super E> callback) {
    Callback.when(getFirst(), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#getLast}.
   *
   * @return the answer
   */
  default CompletableFuture<E> getLast() {
    return call(list -> list.getLast());
  }

  /**
   * The same with a callback.
   *
   * @param callback takes the outcome
   */
  default void getLast(Callback<? super E> callback) {
    Callback.when(getLast(), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#indexOf}.
   *
   * @param element the element
   * @return the answer
   */
  default CompletableFuture<Integer> indexOf(Object element) {
    return call(list -> list.indexOf(element));
  }

  /**
   * The same with a callback.
   *
   * @param element the element
   * @param callback takes the outcome
   */
  default void indexOf(Object element, Callback<? super Integer> callback) {
    Callback.when(indexOf(element), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#lastIndexOf}.
   *
   * @param element the element
   * @return the answer
   */
  default CompletableFuture<Integer> lastIndexOf(Object element) {
    return call(list -> list.lastIndexOf(element));
  }

  /**
   * The same with a callback.
   *
   * @param element the element
   * @param callback takes the outcome
   */
  default void lastIndexOf(Object element, Callback<? super Integer> callback) {
    Callback.when(lastIndexOf(element), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#set}.
   *
   * @param index the index
   * @param element the element
   * @return the answer
   */
  default CompletableFuture<E> set(int index, E element) {
    return call(list -> list.set(index, element));
  }

  /**
   * The same with a callback.
   *
   * @param index the index
   * @param element the element
   * @param callback takes the outcome
   */
  default void set(int index, E element, Callback<? super E> callback) {
    Callback.when(set(index, element), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#add(int, Object)}.
   *
   * @param index the index
   * @param element the element
   * @return the answer
   */
  default CompletableFuture<@Nullable Void> insert(int index, E element) {
    return call(list -> {
      list.add(index, element);
      return null;
    });
  }

  /**
   * The same with a callback.
   *
   * @param index the index
   * @param element the element
   * @param callback takes the outcome
   */
  default void insert(int index, E element, Callback<? super @Nullable Void> callback) {
    Callback.when(insert(index, element), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#addAll(int, Collection)}.
   *
   * @param index the index
   * @param elements the elements
   * @return the answer
   */
  default CompletableFuture<Boolean> insertAll(int index, Collection<? extends E> elements) {
    return call(list -> list.addAll(index, elements));
  }

  /**
   * The same with a callback.
   *
   * @param index the index
   * @param elements the elements
   * @param callback takes the outcome
   */
  default void insertAll(
      int index, Collection<? extends E> elements, Callback<? super Boolean> callback) {
    Callback.when(insertAll(index, elements), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#addFirst}.
   *
   * @param element the element
   * @return the answer
   */
  default CompletableFuture<@Nullable Void> addFirst(E element) {
    return call(list -> {
      list.addFirst(element);
      return null;
    });
  }

  /**
   * The same with a callback.
   *
   * @param element the element
   * @param callback takes the outcome
   */
  default void addFirst(E element, Callback<? super @Nullable Void> callback) {
    Callback.when(addFirst(element), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#addLast}.
   *
   * @param element the element
   * @return the answer
   */
  default CompletableFuture<@Nullable Void> addLast(E element) {
    return call(list -> {
      list.addLast(element);
      return null;
    });
  }

  /**
   * The same with a callback.
   *
   * @param element the element
   * @param callback takes the outcome
   */
  default void addLast(E element, Callback<? super @Nullable Void> callback) {
    Callback.when(addLast(element), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#remove(int)}.
   *
   * @param index the index
   * @return the answer
   */
  default CompletableFuture<E> removeAt(int index) {
    return call(list -> list.remove(index));
  }

  /**
   * The same with a callback.
   *
   * @param index the index
   * @param callback takes the outcome
   */
  default void removeAt(int index, Callback<? super E> callback) {
    Callback.when(removeAt(index), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#removeFirst}.
   *
   * @return the answer
   */
  default CompletableFuture<E> removeFirst() {
    return call(list -> list.removeFirst());
  }

  /**
   * The same with a callback.
   *
   * @param callback takes the outcome
   */
  default void removeFirst(Callback<? super E> callback) {
    Callback.when(removeFirst(), callback);
  }

  /**
   * Asynchronous form of {@link java.util.List#removeLast}.
   *
   * @return the answer
   */
  default CompletableFuture<E> removeLast() {
    return call(list -> list.removeLast());
  }

  /**
   * The same with a callback.
   *
   * @param callback takes the outcome
   */
  default void removeLast(Callback<? super E> callback) {
    Callback.when(removeLast(), callback);
  }
}
