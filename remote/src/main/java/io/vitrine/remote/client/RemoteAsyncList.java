package io.vitrine.remote.client;

import io.vitrine.collections.AsyncList;
import io.vitrine.collections.ObservableList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a list on a server that do not wait: each is one request, and its answer completes
 * the future. Safe for any number of threads. What is no such call runs on a thread of its own, and
 * while it does, others of its thread wait behind it.
 */
record RemoteAsyncList<E>(AsyncRequests<E> requests, ObservableList<E> list)
    implements AsyncList<E> {
  private Object model(E element) {
    return requests.form().toModel(element);
  }

  @Override
  public <R extends @Nullable Object> CompletableFuture<R> call(
      Function<? super ObservableList<E>, ? extends R> call) {
    return requests.call(() -> call.apply(list));
  }

  @Override
  public CompletableFuture<Boolean> contains(Object element) {
    return requests.find("contains", true, element, false, AsyncRequests::isTrue);
  }

  @Override
  public CompletableFuture<Boolean> remove(Object element) {
    return requests.find("remove", false, element, false, AsyncRequests::isTrue);
  }

  @Override
  public CompletableFuture<Integer> indexOf(Object element) {
    return requests.find("indexOf", true, element, -1, AsyncRequests::size);
  }

  @Override
  public CompletableFuture<Integer> lastIndexOf(Object element) {
    return requests.find("lastIndexOf", true, element, -1, AsyncRequests::size);
  }

  @Override
  public CompletableFuture<Integer> size() {
    return requests.read("size", AsyncRequests::size);
  }

  @Override
  public CompletableFuture<Boolean> isEmpty() {
    return requests.read("isEmpty", AsyncRequests::isTrue);
  }

  @Override
  public CompletableFuture<E> get(int index) {
    return requests.read("get", requests::element, () -> (long) index);
  }

  @Override
  public CompletableFuture<E> getFirst() {
    return requests.read("getFirst", requests::element);
  }

  @Override
  public CompletableFuture<E> getLast() {
    return requests.read("getLast", requests::element);
  }

  @Override
  public CompletableFuture<Boolean> add(E element) {
    return requests.write("add", AsyncRequests::isTrue, () -> model(element));
  }

  @Override
  public CompletableFuture<@Nullable Void> addFirst(E element) {
    return requests.<@Nullable Void>write("addFirst", AsyncRequests::nothing, () -> model(element));
  }

  @Override
  public CompletableFuture<@Nullable Void> addLast(E element) {
    return requests.<@Nullable Void>write("addLast", AsyncRequests::nothing, () -> model(element));
  }

  @Override
  public CompletableFuture<@Nullable Void> insert(int index, E element) {
    return requests.<@Nullable Void>write(
        "insert", AsyncRequests::nothing, () -> List.of((long) index, model(element)));
  }

  @Override
  public CompletableFuture<E> set(int index, E element) {
    return requests.write("set", requests::element, () -> List.of((long) index, model(element)));
  }

  @Override
  public CompletableFuture<E> removeAt(int index) {
    return requests.write("removeAt", requests::element, () -> (long) index);
  }

  @Override
  public CompletableFuture<E> removeFirst() {
    return requests.write("removeFirst", requests::element);
  }

  @Override
  public CompletableFuture<E> removeLast() {
    return requests.write("removeLast", requests::element);
  }

  @Override
  public CompletableFuture<Boolean> containsAll(Collection<?> elements) {
    return requests.containsAll(elements);
  }

  @Override
  public CompletableFuture<Boolean> removeAll(Collection<?> elements) {
    return requests.change("removeAll", elements);
  }

  @Override
  public CompletableFuture<Boolean> retainAll(Collection<?> elements) {
    return requests.change("retainAll", elements);
  }

  @Override
  public CompletableFuture<Boolean> addAll(Collection<? extends E> elements) {
    return requests.write("addAll", AsyncRequests::isTrue, () -> requests.models(elements));
  }

  @Override
  public CompletableFuture<Boolean> insertAll(int index, Collection<? extends E> elements) {
    return requests.write(
        "insertAll", AsyncRequests::isTrue, () -> List.of((long) index, requests.models(elements)));
  }

  @Override
  public CompletableFuture<@Nullable Void> clear() {
    return requests.<@Nullable Void>write("clear", AsyncRequests::nothing);
  }

  @Override
  public CompletableFuture<Long> publish(Object event) {
    return requests.publish(event);
  }
}
