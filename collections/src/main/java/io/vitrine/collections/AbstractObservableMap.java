package io.vitrine.collections;

import io.vitrine.store.Content;
import io.vitrine.store.Turn;
import io.vitrine.store.Versioned;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What observable maps have in common wherever they lie: views, functions that run at the caller,
 * equality. Safe for any number of threads. For implementers of {@link ObservableMap}, who add the
 * operations on single entries and the walk over all; where a view can be had with fewer requests
 * they override it.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public abstract class AbstractObservableMap<K, V> implements ObservableMap<K, V> {
  /** Creates a map. */
  protected AbstractObservableMap() {}

  /**
   * Begins a walk over the entries, weakly consistent.
   *
   * @return the walk
   */
  protected abstract Pages<MapEntry<K, V>> entryPages();

  /**
   * Begins a walk over the keys, weakly consistent.
   *
   * @return the walk
   */
  protected Pages<K> keyPages() {
    Pages<MapEntry<K, V>> pages = entryPages();
    return () -> {
      List<MapEntry<K, V>> page = pages.next();
      return page == null ? null : page.stream().map(MapEntry::key).toList();
    };
  }

  /**
   * Removes an entry without asking for its value.
   *
   * @param key the key, possibly of another type
   * @return whether it was there
   */
  protected abstract boolean removeKey(Object key);

  /**
   * What is read of a value that was set.
   *
   * @param value the value, of any type that was taken
   * @return one of the types that the map has, which nobody else has
   */
  protected abstract V asRead(V value);

  /**
   * Whether a key is one that equals what is read of it.
   *
   * @param key a key, possibly of another type
   * @return whether it is; not where it would have to be converted
   */
  protected abstract boolean isAsReadKey(Object key);

  /** What a key that is looked for would be here, null where it is none; for views. */
  @Nullable Object expectedKey(Object key) {
    return key;
  }

  /** The same of a value. */
  @Nullable Object expectedValue(Object value) {
    return value;
  }

  @Override
  public <R> Subscription<MapEntry<K, V>> subscribe(
      Filter<? super MapEntry<K, V>> filter,
      Function<? super MapEntry<K, V>, R> select,
      Subscriber<R> subscriber) {
    return subscribe(
        SubscriptionOptions.<K, V>all().withFilter(filter).withSelect(select), subscriber);
  }

  @Override
  public Map<K, V> getAll(Iterable<? extends K> wanted) {
    var found = new LinkedHashMap<K, V>();
    for (K key : wanted) {
      V value = get(key);
      if (value != null) {
        found.put(key, value);
      }
    }
    return found;
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public V getOrDefault(Object key, V defaultValue) {
    V value = get(key);
    return value == null ? defaultValue : value;
  }

  @Override
  public boolean containsValue(Object value) {
    Objects.requireNonNull(value, "value");
    Pages<MapEntry<K, V>> pages = entryPages();
    Turn turn = Turn.current();
    for (var page = pages.next(); page != null; page = pages.next()) {
      for (MapEntry<K, V> entry : page) {
        turn.step();
        if (Content.isEqual(value, entry.value())) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> map) {
    map.forEach(this::set);
  }

  @Override
  public Set<K> keySet() {
    return new KeyView<>(this);
  }

  @Override
  public Collection<V> values() {
    return new ValueView<>(this);
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return new EntryView<>(this);
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action, "action");
    Pages<MapEntry<K, V>> pages = entryPages();
    for (var page = pages.next(); page != null; page = pages.next()) {
      page.forEach(entry -> action.accept(entry.key(), entry.value()));
    }
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function, "function");
    forEach((key, _) ->
        computeIfPresent(key, (k, v) -> Objects.requireNonNull(function.apply(k, v), "new value")));
  }

  @Override
  public @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> mappingFunction) {
    Objects.requireNonNull(mappingFunction, "mappingFunction");
    V present = get(key);
    if (present != null) {
      return present;
    }
    V computed = mappingFunction.apply(key);
    if (computed == null) {
      return null;
    }
    V other = putIfAbsent(key, computed);
    return other == null ? asRead(computed) : other;
  }

  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return update(key, old -> old == null ? null : remappingFunction.apply(key, old));
  }

  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return update(key, old -> remappingFunction.apply(key, old));
  }

  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return update(key, old -> old == null ? value : remappingFunction.apply(old, value));
  }

  /** Applies a function atomically: it is called again when another update came between. */
  private @Nullable V update(K key, Function<@Nullable V, @Nullable V> function) {
    for (; ; ) {
      Versioned<V> present = getVersioned(key);
      V value = function.apply(present == null ? null : present.value());
      if (present == null && value == null) {
        return null;
      }
      if (compareAndSet(key, present == null ? 0 : present.revision(), value)) {
        return value == null ? null : asRead(value);
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public boolean equals(@Nullable Object o) {
    if (o == this) {
      return true;
    }
    return o instanceof Map<?, ?> other
        && other.size() == size()
        && isWithin(other instanceof AbstractObservableMap<?, ?> live ? live.atHand() : other);
  }

  /**
   * The entries, to be asked for key by key by whoever compares them with others.
   *
   * @return this, or a copy where each key would be a request
   */
  protected Map<K, V> atHand() {
    return this;
  }

  private boolean isWithin(Map<?, ?> other) {
    Pages<MapEntry<K, V>> pages = entryPages();
    for (var page = pages.next(); page != null; page = pages.next()) {
      for (MapEntry<K, V> entry : page) {
        if (!entry.value().equals(valueOf(entry.key(), other))) {
          return false;
        }
      }
    }
    return true;
  }

  /** A map may refuse a key of another type, or convert it, rather than not have it. */
  private static @Nullable Object valueOf(Object key, Map<?, ?> map) {
    if (map instanceof AbstractObservableMap<?, ?> live && !live.isAsReadKey(key)) {
      return null;
    }
    try {
      return map.get(key);
    } catch (ClassCastException _) {
      return null;
    }
  }

  @Override
  public int hashCode() {
    return entrySet().hashCode();
  }

  @Override
  public String toString() {
    var text = new StringBuilder("{");
    forEach((key, value) -> {
      text.append(text.length() == 1 ? "" : ", ");
      text.append(key).append('=').append(value);
    });
    return text.append('}').toString();
  }
}
