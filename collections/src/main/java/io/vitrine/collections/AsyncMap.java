package io.vitrine.collections;

import io.vitrine.store.Versioned;
import io.vitrine.store.Visitor;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a map in a form that does not wait: each answers a future, or takes a callback as
 * last argument. Safe for any number of threads. What goes wrong, bad arguments included, comes by
 * the future; futures and callbacks are completed on virtual threads, so they may block. Calls by
 * one thread take effect in their order, be it by one form of the map or by several, and do not
 * wait for those of other threads; calls within {@link #call} are part of that call.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface AsyncMap<K, V> {
  /**
   * Calls any method of the map. It may run on a thread of its own, after the calls that came
   * before, and those that come behind wait for it.
   *
   * @param call what to do
   * @param <R> type of the answer
   * @return what it answers
   */
  <R extends @Nullable Object> CompletableFuture<R> call(
      Function<? super ObservableMap<K, V>, ? extends R> call);

  /**
   * Like {@link #call(Function)}, with a callback.
   *
   * @param call what to do
   * @param callback takes the outcome
   * @param <R> type of the answer
   */
  default <R extends @Nullable Object> void call(
      Function<? super ObservableMap<K, V>, ? extends R> call, Callback<? super R> callback) {
    Callback.when(this.<R>call(call), callback);
  }

  /**
   * Asynchronous form of {@link Map#get}.
   *
   * @param key the key
   * @return the answer
   */
  default CompletableFuture<@Nullable V> get(Object key) {
    return call(map -> map.get(key));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param callback takes the outcome
   */
  default void get(Object key, Callback<? super @Nullable V> callback) {
    Callback.when(get(key), callback);
  }

  /**
   * Asynchronous form of {@link ObservableMap#getVersioned}.
   *
   * @param key the key
   * @return the answer
   */
  default CompletableFuture<@Nullable Versioned<V>> getVersioned(K key) {
    return call(map -> map.getVersioned(key));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param callback takes the outcome
   */
  default void getVersioned(K key, Callback<? super @Nullable Versioned<V>> callback) {
    Callback.when(getVersioned(key), callback);
  }

  /**
   * Asynchronous form of {@link ObservableMap#getAll}.
   *
   * @param keys the keys
   * @return the answer
   */
  default CompletableFuture<Map<K, V>> getAll(Iterable<? extends K> keys) {
    return call(map -> map.getAll(keys));
  }

  /**
   * The same with a callback.
   *
   * @param keys the keys
   * @param callback takes the outcome
   */
  default void getAll(Iterable<? extends K> keys, Callback<? super Map<K, V>> callback) {
    Callback.when(getAll(keys), callback);
  }

  /**
   * Asynchronous form of {@link Map#containsKey}.
   *
   * @param key the key
   * @return the answer
   */
  default CompletableFuture<Boolean> containsKey(Object key) {
    return call(map -> map.containsKey(key));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param callback takes the outcome
   */
  default void containsKey(Object key, Callback<? super Boolean> callback) {
    Callback.when(containsKey(key), callback);
  }

  /**
   * Asynchronous form of {@link Map#containsValue}.
   *
   * @param value the value
   * @return the answer
   */
  default CompletableFuture<Boolean> containsValue(Object value) {
    return call(map -> map.containsValue(value));
  }

  /**
   * The same with a callback.
   *
   * @param value the value
   * @param callback takes the outcome
   */
  default void containsValue(Object value, Callback<? super Boolean> callback) {
    Callback.when(containsValue(value), callback);
  }

  /**
   * Asynchronous form of {@link Map#size}.
   *
   * @return the answer
   */
  default CompletableFuture<Integer> size() {
    return call(map -> map.size());
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
   * Asynchronous form of {@link Map#isEmpty}.
   *
   * @return the answer
   */
  default CompletableFuture<Boolean> isEmpty() {
    return call(map -> map.isEmpty());
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
   * Asynchronous form of {@link ObservableMap#set(Object, Object)}.
   *
   * @param key the key
   * @param value the value
   * @return the answer
   */
  default CompletableFuture<@Nullable Void> set(K key, V value) {
    return call(map -> {
      map.set(key, value);
      return null;
    });
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param value the value
   * @param callback takes the outcome
   */
  default void set(K key, V value, Callback<? super @Nullable Void> callback) {
    Callback.when(set(key, value), callback);
  }

  /**
   * Asynchronous form of {@link Map#put}.
   *
   * @param key the key
   * @param value the value
   * @return the answer
   */
  default CompletableFuture<@Nullable V> put(K key, V value) {
    return call(map -> map.put(key, value));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param value the value
   * @param callback takes the outcome
   */
  default void put(K key, V value, Callback<? super @Nullable V> callback) {
    Callback.when(put(key, value), callback);
  }

  /**
   * Asynchronous form of {@link Map#putAll}.
   *
   * @param entries keys and values
   * @return the answer
   */
  default CompletableFuture<@Nullable Void> putAll(Map<? extends K, ? extends V> entries) {
    return call(map -> {
      map.putAll(entries);
      return null;
    });
  }

  /**
   * The same with a callback.
   *
   * @param entries keys and values
   * @param callback takes the outcome
   */
  default void putAll(
      Map<? extends K, ? extends V> entries, Callback<? super @Nullable Void> callback) {
    Callback.when(putAll(entries), callback);
  }

  /**
   * Asynchronous form of {@link Map#putIfAbsent}.
   *
   * @param key the key
   * @param value the value
   * @return the answer
   */
  default CompletableFuture<@Nullable V> putIfAbsent(K key, V value) {
    return call(map -> map.putIfAbsent(key, value));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param value the value
   * @param callback takes the outcome
   */
  default void putIfAbsent(K key, V value, Callback<? super @Nullable V> callback) {
    Callback.when(putIfAbsent(key, value), callback);
  }

  /**
   * Asynchronous form of {@link Map#replace(Object, Object)}.
   *
   * @param key the key
   * @param value the value
   * @return the answer
   */
  default CompletableFuture<@Nullable V> replace(K key, V value) {
    return call(map -> map.replace(key, value));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param value the value
   * @param callback takes the outcome
   */
  default void replace(K key, V value, Callback<? super @Nullable V> callback) {
    Callback.when(replace(key, value), callback);
  }

  /**
   * Asynchronous form of {@link Map#replace(Object, Object, Object)}.
   *
   * @param key the key
   * @param oldValue the value expected
   * @param newValue the value to set
   * @return the answer
   */
  default CompletableFuture<Boolean> replace(K key, V oldValue, V newValue) {
    return call(map -> map.replace(key, oldValue, newValue));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param oldValue the value expected
   * @param newValue the value to set
   * @param callback takes the outcome
   */
  default void replace(K key, V oldValue, V newValue, Callback<? super Boolean> callback) {
    Callback.when(replace(key, oldValue, newValue), callback);
  }

  /**
   * Asynchronous form of {@link ObservableMap#compareAndSet}.
   *
   * @param key the key
   * @param revision revision expected, 0 for no entry
   * @param value the value, null to remove the entry
   * @return the answer
   */
  default CompletableFuture<Boolean> compareAndSet(K key, long revision, @Nullable V value) {
    return call(map -> map.compareAndSet(key, revision, value));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param revision revision expected, 0 for no entry
   * @param value the value, null to remove the entry
   * @param callback takes the outcome
   */
  default void compareAndSet(
      K key, long revision, @Nullable V value, Callback<? super Boolean> callback) {
    Callback.when(compareAndSet(key, revision, value), callback);
  }

  /**
   * Asynchronous form of {@link Map#remove(Object)}.
   *
   * @param key the key
   * @return the answer
   */
  default CompletableFuture<@Nullable V> remove(Object key) {
    return call(map -> map.remove(key));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param callback takes the outcome
   */
  default void remove(Object key, Callback<? super @Nullable V> callback) {
    Callback.when(remove(key), callback);
  }

  /**
   * Asynchronous form of {@link Map#remove(Object, Object)}.
   *
   * @param key the key
   * @param value the value expected
   * @return the answer
   */
  default CompletableFuture<Boolean> remove(Object key, Object value) {
    return call(map -> map.remove(key, value));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param value the value expected
   * @param callback takes the outcome
   */
  default void remove(Object key, Object value, Callback<? super Boolean> callback) {
    Callback.when(remove(key, value), callback);
  }

  /**
   * Asynchronous form of {@link Map#clear}.
   *
   * @return the answer
   */
  default CompletableFuture<@Nullable Void> clear() {
    return call(map -> {
      map.clear();
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
   * Asynchronous form of {@link KeyedResources#asyncUpdate}.
   *
   * @param key the key
   * @param visitor computes the new value
   * @return the answer
   */
  default CompletableFuture<@Nullable Void> asyncUpdate(K key, Visitor<V> visitor) {
    return call(map -> {
      map.asyncUpdate(key, visitor);
      return null;
    });
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param visitor computes the new value
   * @param callback takes the outcome
   */
  default void asyncUpdate(K key, Visitor<V> visitor, Callback<? super @Nullable Void> callback) {
    Callback.when(asyncUpdate(key, visitor), callback);
  }

  /**
   * Asynchronous form of {@link KeyedResources#syncUpdate}.
   *
   * @param key the key
   * @param updater computes the new value
   * @param function applied to the new value
   * @param <R> type of the answer
   * @return the answer
   */
  default <R extends @Nullable Object> CompletableFuture<R> syncUpdate(
      K key, Visitor<V> updater, Function<? super @Nullable V, ? extends R> function) {
    return call(map -> map.<R>syncUpdate(key, updater, function));
  }

  /**
   * The same with a callback.
   *
   * @param key the key
   * @param updater computes the new value
   * @param function applied to the new value
   * @param callback takes the outcome
   * @param <R> type of the answer
   */
  default <R extends @Nullable Object> void syncUpdate(
      K key,
      Visitor<V> updater,
      Function<? super @Nullable V, ? extends R> function,
      Callback<? super R> callback) {
    Callback.when(syncUpdate(key, updater, function), callback);
  }

  /**
   * Asynchronous form of {@link ObservableMap#publish}.
   *
   * @param event what to tell
   * @return the answer
   */
  default CompletableFuture<Long> publish(Object event) {
    return call(map -> map.publish(event));
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
