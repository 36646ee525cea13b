package io.vitrine.collections;

import io.vitrine.store.MapCursor;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Versioned;
import io.vitrine.store.Visitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A map of a store in this process. Safe for any number of threads.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class LocalMap<K, V> extends AbstractObservableMap<K, V> implements MapAccess<K, V> {
  /** How many entries a walk fetches at a time. */
  private static final int PAGE_ENTRIES = 256;

  /** With how many bytes it has enough. */
  static final long PAGE_BYTES = 1 << 20;

  private final StoreMap<K, V> map;
  private final ModelType<K> keys;
  private final ModelType<V> values;
  private final LogWatcher watcher;
  private final OwnEvents ownEvents;
  private final SharedEvents.Home<K, V> shared = new SharedEvents.Home<>();
  private final Lanes lanes = new Lanes();

  LocalMap(
      StoreMap<K, V> map,
      ModelType<K> keys,
      ModelType<V> values,
      LogWatcher watcher,
      OwnEvents ownEvents) {
    this.map = map;
    this.keys = keys;
    this.values = values;
    this.watcher = watcher;
    this.ownEvents = ownEvents;
  }

  @Override
  public String path() {
    return map.path();
  }

  @Override
  public @Nullable V get(Object key) {
    K found = keys.find(key);
    try {
      return found == null ? null : map.get(found);
    } catch (IllegalArgumentException e) {
      keys.requireUnstorable(found, e);
      return null;
    }
  }

  @Override
  public boolean containsKey(Object key) {
    K found = keys.find(key);
    try {
      return found != null && map.containsKey(found);
    } catch (IllegalArgumentException e) {
      keys.requireUnstorable(found, e);
      return false;
    }
  }

  @Override
  public @Nullable Versioned<V> getVersioned(K key) {
    K fitted = keys.fit(key);
    try {
      return map.getVersioned(fitted);
    } catch (IllegalArgumentException e) {
      keys.requireUnstorable(fitted, e);
      return null;
    }
  }

  @Override
  public void set(K key, V value) {
    map.put(keys.fit(key), values.fit(value));
  }

  @Override
  public void set(K key, V value, Duration timeToLive) {
    map.put(keys.fit(key), values.fit(value), timeToLive);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // The same object was fit as it is.
  public Map<K, V> getAll(Iterable<? extends K> wanted) {
    var given = new ArrayList<K>();
    var fitted = new ArrayList<K>();
    boolean same = true;
    for (K key : wanted) {
      K found = keys.findStorable(key);
      if (found != null) {
        given.add(key);
        fitted.add(found);
        same &= found == key;
      }
    }
    Map<K, V> values = map.getAll(fitted);
    if (same) {
      return values;
    }
    var byGiven = new LinkedHashMap<K, V>();
    for (int i = 0; i < given.size(); i++) {
      V value = values.get(fitted.get(i));
      if (value != null) {
        byGiven.put(given.get(i), value);
      }
    }
    return byGiven;
  }

  @Override
  public int getSome(List<? extends K> wanted, long bytesMax, Map<? super K, ? super V> into) {
    var given = new ArrayList<K>(wanted.size());
    var fitted = new ArrayList<K>(wanted.size());
    var places = new ArrayList<Integer>(wanted.size());
    for (int i = 0; i < wanted.size(); i++) {
      K found = keys.findStorable(wanted.get(i));
      if (found != null) {
        given.add(wanted.get(i));
        fitted.add(found);
        places.add(i);
      }
    }
    var values = new HashMap<K, V>();
    int looked = map.getSome(fitted, bytesMax, values);
    for (int i = 0; i < looked; i++) {
      V value = values.get(fitted.get(i));
      if (value != null) {
        into.put(given.get(i), value);
      }
    }
    return looked == fitted.size() ? wanted.size() : places.get(looked);
  }

  @Override
  public boolean containsValue(Object value) {
    V wanted = values.expected(value);
    return wanted != null && super.containsValue(wanted);
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> entries) {
    map.putAll(new FittedMap<>(entries, keys::fit, values::fit));
  }

  @Override
  public @Nullable V put(K key, V value) {
    return map.getAndPut(keys.fit(key), values.fit(value));
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return map.putIfAbsent(keys.fit(key), values.fit(value));
  }

  @Override
  public @Nullable V remove(Object key) {
    K found = keys.find(key);
    try {
      return found == null ? null : map.getAndRemove(found);
    } catch (IllegalArgumentException e) {
      keys.requireUnstorable(found, e);
      return null;
    }
  }

  @Override
  protected boolean isAsReadKey(Object key) {
    return keys.isAsRead(key);
  }

  @Override
  @Nullable Object expectedKey(Object key) {
    return keys.expected(key);
  }

  @Override
  @Nullable Object expectedValue(Object value) {
    return values.expected(value);
  }

  @Override
  protected V asRead(V value) {
    return values.asRead(values.fit(value));
  }

  @Override
  protected boolean removeKey(Object key) {
    K found = keys.find(key);
    try {
      return found != null && map.remove(found);
    } catch (IllegalArgumentException e) {
      keys.requireUnstorable(found, e);
      return false;
    }
  }

  @Override
  public boolean remove(Object key, Object value) {
    K found = keys.find(key);
    V expected = value == null ? null : values.expected(value);
    try {
      return found != null && expected != null && map.remove(found, expected);
    } catch (IllegalArgumentException e) {
      keys.requireUnstorable(found, e);
      return false;
    }
  }

  @Override
  public @Nullable V replace(K key, V value) {
    K fitted = keys.fit(key);
    try {
      return map.replace(fitted, values.fit(value));
    } catch (IllegalArgumentException e) {
      keys.requireUnstorable(fitted, e);
      return null;
    }
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    K fitted = keys.fit(key);
    V replacement = values.fit(newValue);
    V expected = values.expected(oldValue);
    try {
      return expected != null && map.replace(fitted, expected, replacement);
    } catch (IllegalArgumentException e) {
      keys.requireUnstorable(fitted, e);
      return false;
    }
  }

  @Override
  public boolean compareAndSet(K key, long revision, @Nullable V value) {
    return map.compareAndSet(keys.fit(key), revision, value == null ? null : values.fit(value));
  }

  @Override
  public void asyncUpdate(K key, Visitor<V> visitor) {
    Objects.requireNonNull(visitor, "visitor");
    map.asyncUpdate(keys.fit(key), value -> fitted(visitor, value));
  }

  @Override
  public @Nullable Versioned<V> putVersioned(K key, long revision, V value) {
    V fitted = values.fit(value);
    long set = map.putVersioned(keys.fit(key), revision, fitted);
    return set == 0 ? null : new Versioned<>(values.asRead(fitted), set);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // What was written has yet to be read.
  public <R extends @Nullable Object> R syncUpdate(
      K key, Visitor<V> updater, Function<? super @Nullable V, ? extends R> returnFunction) {
    Objects.requireNonNull(updater, "visitor");
    Objects.requireNonNull(returnFunction, "returnFunction");
    List<@Nullable V> written = new ArrayList<>(1);
    written.add(null);
    return map.syncUpdate(
        keys.fit(key),
        value -> {
          V result = fitted(updater, value);
          written.set(0, result == value ? null : result);
          return result;
        },
        result ->
            returnFunction.apply(
                result != null && result == written.getFirst() ? values.asRead(result) : result));
  }

  /**
   * A visitor that came from far does not know the type of the value: its result is fitted. So is
   * what it leaves as it is, since what a value of any type was read as cannot be written as it is.
   */
  private @Nullable V fitted(Visitor<V> visitor, @Nullable V value) {
    V result = visitor.visit(value);
    return result == null ? null : values.fit(result);
  }

  @Override
  public int size() {
    return (int) Math.min(map.size(), Integer.MAX_VALUE);
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action, "action");
    map.forEach(action);
  }

  @Override
  protected Pages<MapEntry<K, V>> entryPages() {
    MapCursor<K, V> cursor = map.cursor();
    boolean[] ended = {false};
    var untold = new AtomicReference<@Nullable RuntimeException>();
    return () -> {
      RuntimeException failure = untold.getAndSet(null);
      if (failure != null) {
        throw failure;
      }
      if (ended[0]) {
        return null;
      }
      List<MapEntry<K, V>> page = new ArrayList<>(PAGE_ENTRIES);
      long end = cursor.handedBytes() + PAGE_BYTES;
      try {
        while (!ended[0] && page.size() < PAGE_ENTRIES && cursor.handedBytes() < end) {
          ended[0] = !cursor.next((key, value, _) -> page.add(new MapEntry<>(key, value)), 1);
        }
      } catch (RuntimeException e) {
        if (page.isEmpty()) {
          throw e;
        }
        untold.set(e); // what was read before it comes first
      }
      return page;
    };
  }

  @Override
  public <T> Subscription<MapEntry<K, V>> subscribe(
      SubscriptionOptions<K, V> options, Subscriber<T> subscriber) {
    K only = options.key();
    OwnEvents.Feed own = ownEvents.feed(map, options.events());
    Feed<K, V> feed =
        only == null
            ? new MapFeed<>(map, own, shared.of(subscriber))
            : new KeyFeed<>(watcher.store(), map, keys.fit(only), own);
    Map<K, V> copy = options.known();
    return new LogSubscription<K, V, MapEntry<K, V>>(
            watcher, feed, Items.of(options), options, subscriber, Function.identity())
        .knowing(copy == null ? null : revision -> new Difference<>(copy, revision))
        .start();
  }

  StoreMap<K, V> stored() {
    return map;
  }

  K fitKey(K key) {
    return keys.fit(key);
  }

  /** Whether an entry of a key that was fitted can be there. */
  boolean canHave(K fitted) {
    return keys.isStorableKey(fitted);
  }

  V fitValue(V value) {
    return values.fit(value);
  }

  @Override
  public AsyncMap<K, V> async() {
    return lanes.of(this);
  }

  @Override
  public long publish(Object event) {
    return ownEvents.publish(map, event);
  }
}
