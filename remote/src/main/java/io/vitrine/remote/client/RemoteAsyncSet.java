package io.vitrine.remote.client;

import io.vitrine.collections.AsyncSet;
import io.vitrine.collections.Lanes;
import io.vitrine.collections.ObservableSet;
import io.vitrine.remote.wire.ModelRoom;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a set on a server that do not wait: each is one request, and its answer completes
 * the future. Safe for any number of threads. What is no such call runs on a thread of its own, and
 * while it does, others of its thread wait behind it.
 */
record RemoteAsyncSet<E>(AsyncRequests<E> requests, ObservableSet<E> set) implements AsyncSet<E> {
  @Override
  public <R extends @Nullable Object> CompletableFuture<R> call(
      Function<? super ObservableSet<E>, ? extends R> call) {
    return requests.call(() -> call.apply(set));
  }

  @Override
  public CompletableFuture<Boolean> contains(Object element) {
    return requests.find("contains", true, element, false, AsyncRequests::isTrue);
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
  public CompletableFuture<Boolean> add(E element) {
    return requests.write("add", AsyncRequests::isTrue, () -> requests.form().toModel(element));
  }

  @Override
  public CompletableFuture<Boolean> remove(Object element) {
    return requests.find("remove", false, element, false, AsyncRequests::isTrue);
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

  /** In several requests, one right behind the other, where one might be more than a frame. */
  @Override
  public CompletableFuture<Boolean> addAll(Collection<? extends E> elements) {
    List<Object> models;
    try {
      models = requests.models(elements);
    } catch (RuntimeException e) {
      return Lanes.failed(e);
    }
    if (models.isEmpty()) {
      return Lanes.completed(false);
    }
    CompletableFuture<Boolean> changed = CompletableFuture.completedFuture(false);
    for (int from = 0; from < models.size(); ) {
      int to = from;
      for (long room = 0; to < models.size() && room <= RemoteView.BATCH_BYTES; to++) {
        room += ModelRoom.of(models.get(to));
      }
      List<Object> batch = models.subList(from, to);
      CompletableFuture<Boolean> sent =
          requests.write("addAll", AsyncRequests::isTrue, () -> batch);
      changed = changed.thenCombine(sent, Boolean::logicalOr);
      from = to;
    }
    return changed;
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
