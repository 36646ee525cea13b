package io.vitrine.remote.client;

import io.vitrine.collections.AsyncMap;
import io.vitrine.collections.Lanes;
import io.vitrine.collections.ObservableMap;
import io.vitrine.remote.wire.ModelRoom;
import io.vitrine.store.TypedValue;
import io.vitrine.store.Versioned;
import io.vitrine.store.Visitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a map on a server that do not wait: each is one request, and its answer completes
 * the future. Safe for any number of threads. What has to wait for one answer before it asks for
 * the next runs on a thread of its own, as the same call of the map does, and while it does, others
 * of its thread wait behind it.
 */
final class RemoteAsyncMap<K, V> implements AsyncMap<K, V> {
  private static final TypedValue IDENTITY = new TypedValue("Identity", Map.of());

  private final LaneRequests requests;
  private final RemoteMap<K, V> map;
  private final EntryForm<K, V> form;

  /**
   * Creates the form of a map.
   *
   * @param form how its keys and values travel
   * @param lanes of the map: do what cannot be sent at once
   */
  RemoteAsyncMap(Link link, RemoteMap<K, V> map, EntryForm<K, V> form, Lanes lanes) {
    this.requests = new LaneRequests(link, map.path(), lanes);
    this.map = map;
    this.form = form;
  }

  @Override
  public <R extends @Nullable Object> CompletableFuture<R> call(
      Function<? super ObservableMap<K, V>, ? extends R> call) {
    return requests.call(() -> call.apply(map));
  }

  private <R extends @Nullable Object> CompletableFuture<R> ask(
      String event,
      boolean repeatable,
      Function<@Nullable Object, R> reader,
      Supplier<? extends @Nullable Object> argument) {
    return requests.ask(event, argument, repeatable, reader);
  }

  private Object key(K key) {
    return form.keys().toModel(key);
  }

  private Object value(V value) {
    return form.values().toModel(value);
  }

  private @Nullable V read(@Nullable Object model) {
    return form.values().fromModel(model);
  }

  private static Boolean isTrue(@Nullable Object model) {
    return Boolean.TRUE.equals(model);
  }

  private static @Nullable Void nothing(@Nullable Object model) {
    return null;
  }

  /** A request about what may be of another type, and so may not be there at all. */
  @SuppressWarnings("NullAway") // What stands for absent is null only where the answer may be.
  private <R extends @Nullable Object> CompletableFuture<R> find(
      String event,
      boolean repeatable,
      @Nullable R absent,
      Function<@Nullable Object, R> reader,
      Supplier<@Nullable Object> argument) {
    Object found;
    try {
      found = argument.get();
    } catch (RuntimeException e) {
      return Lanes.failed(e);
    }
    return found == null ? Lanes.completed(absent) : ask(event, repeatable, reader, () -> found);
  }

  @Override
  public CompletableFuture<@Nullable V> get(Object key) {
    return this.<@Nullable V>find("get", true, null, this::read, () -> form.keys().find(key));
  }

  @Override
  public CompletableFuture<@Nullable Versioned<V>> getVersioned(K key) {
    return this.<@Nullable Versioned<V>>ask("getVersioned", true, map::versioned, () -> key(key));
  }

  @Override
  public CompletableFuture<Map<K, V>> getAll(Iterable<? extends K> keys) {
    var models = new ArrayList<Object>();
    Map<Object, List<K>> given;
    try {
      given = map.given(keys, models);
    } catch (RuntimeException e) {
      return Lanes.failed(e);
    }
    return models.isEmpty()
        ? Lanes.completed(new LinkedHashMap<>())
        : ask("getAll", true, answer -> map.entries(answer, given), () -> models);
  }

  @Override
  public CompletableFuture<Boolean> containsKey(Object key) {
    return find("containsKey", true, false, RemoteAsyncMap::isTrue, () -> form.keys().find(key));
  }

  @Override
  public CompletableFuture<Boolean> containsValue(Object value) {
    return find(
        "containsValue", true, false, RemoteAsyncMap::isTrue, () -> form.values().find(value));
  }

  @Override
  public CompletableFuture<Integer> size() {
    return ask(
        "size",
        true,
        answer -> (int) Math.min(Integer.MAX_VALUE, RemoteView.number(answer)),
        List::of);
  }

  @Override
  public CompletableFuture<Boolean> isEmpty() {
    return ask("isEmpty", true, RemoteAsyncMap::isTrue, List::of);
  }

  @Override
  public CompletableFuture<@Nullable Void> set(K key, V value) {
    return this.<@Nullable Void>ask(
        "put", false, RemoteAsyncMap::nothing, () -> List.of(key(key), value(value)));
  }

  @Override
  public CompletableFuture<@Nullable V> put(K key, V value) {
    return this.<@Nullable V>ask(
        "getAndPut", false, this::read, () -> List.of(key(key), value(value)));
  }

  /** In several requests, one right behind the other, where one might be more than a frame. */
  @Override
  public CompletableFuture<@Nullable Void> putAll(Map<? extends K, ? extends V> entries) {
    if (entries instanceof ObservableMap) {
      return AsyncMap.super.putAll(entries); // a walk over it may have to wait for its pages
    }
    var batches = new ArrayList<List<Object>>();
    long room = Long.MAX_VALUE;
    try {
      for (Map.Entry<? extends K, ? extends V> entry : entries.entrySet()) {
        var pair = List.of(key(entry.getKey()), value(entry.getValue()));
        if (room > RemoteView.BATCH_BYTES) {
          batches.add(new ArrayList<>());
          room = 0;
        }
        batches.getLast().add(pair);
        room += ModelRoom.of(pair);
      }
    } catch (RuntimeException e) {
      return Lanes.failed(e);
    }
    if (batches.isEmpty()) {
      return CompletableFuture.allOf(Lanes.completed(true));
    }
    return CompletableFuture.allOf(
        batches.stream()
            .map(batch ->
                this.<@Nullable Void>ask("putAll", false, RemoteAsyncMap::nothing, () -> batch))
            .toArray(CompletableFuture[]::new));
  }

  @Override
  public CompletableFuture<@Nullable V> putIfAbsent(K key, V value) {
    return this.<@Nullable V>ask(
        "putIfAbsent", false, this::read, () -> List.of(key(key), value(value)));
  }

  @Override
  public CompletableFuture<@Nullable V> replace(K key, V value) {
    return this.<@Nullable V>ask(
        "replace", false, this::read, () -> List.of(key(key), value(value)));
  }

  @Override
  public CompletableFuture<Boolean> replace(K key, V oldValue, V newValue) {
    return find(
        "replaceForOld",
        false,
        false,
        RemoteAsyncMap::isTrue,
        () -> {
          Object expected = form.values().find(oldValue);
          Object replacement = value(newValue);
          Object model = key(key);
          return expected == null ? null : List.of(model, expected, replacement);
        });
  }

  @Override
  public CompletableFuture<Boolean> compareAndSet(K key, long revision, @Nullable V value) {
    return ask(
        "compareAndSet",
        false,
        RemoteAsyncMap::isTrue,
        () -> Arrays.asList(key(key), revision, value == null ? null : value(value)));
  }

  @Override
  public CompletableFuture<@Nullable V> remove(Object key) {
    return this.<@Nullable V>find(
        "getAndRemove", false, null, this::read, () -> form.keys().find(key));
  }

  @Override
  public CompletableFuture<Boolean> remove(Object key, @Nullable Object value) {
    return find(
        "removeWithValue",
        false,
        false,
        RemoteAsyncMap::isTrue,
        () -> {
          Object model = form.keys().find(key);
          Object expected = value == null ? null : form.values().find(value);
          return model == null || expected == null ? null : List.of(model, expected);
        });
  }

  @Override
  public CompletableFuture<@Nullable Void> clear() {
    return this.<@Nullable Void>ask("clear", false, RemoteAsyncMap::nothing, List::of);
  }

  @Override
  public CompletableFuture<@Nullable Void> asyncUpdate(K key, Visitor<V> visitor) {
    Object model = visitor == null ? null : Travel.model(form.values().types(), visitor);
    if (model == null) {
      return AsyncMap.super.asyncUpdate(key, visitor);
    }
    return this.<@Nullable Void>ask(
        "asyncUpdate", false, RemoteAsyncMap::nothing, () -> List.of(key(key), model));
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // The function says whether it gives null.
  public <R extends @Nullable Object> CompletableFuture<R> syncUpdate(
      K key, Visitor<V> updater, Function<? super @Nullable V, ? extends R> function) {
    var types = form.values().types();
    Object visitor = updater == null ? null : Travel.model(types, updater);
    if (visitor == null || function == null) {
      return AsyncMap.super.syncUpdate(key, updater, function);
    }
    Object travels = Travel.model(types, function);
    return ask(
        "syncUpdate",
        false,
        answer -> travels == null ? function.apply(read(answer)) : (R) types.fromModel(answer),
        () -> List.of(key(key), visitor, travels == null ? IDENTITY : travels));
  }

  @Override
  public CompletableFuture<Long> publish(Object event) {
    return ask(
        "publish",
        false,
        RemoteView::number,
        () -> form.values().types().toModel(Objects.requireNonNull(event, "event")));
  }
}
