package io.vitrine.remote.client;

import io.vitrine.collections.AbstractObservableMap;
import io.vitrine.collections.AsyncMap;
import io.vitrine.collections.Difference;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Lanes;
import io.vitrine.collections.MapEntry;
import io.vitrine.collections.Pages;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.ModelRoom;
import io.vitrine.store.Content;
import io.vitrine.store.TypedValue;
import io.vitrine.store.Versioned;
import io.vitrine.store.Visitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A map on a server. Safe for any number of threads.
 *
 * <p>Each method of {@link Map} costs one round trip at the most, an iterator one for a page.
 * {@link #set} and {@link #asyncUpdate} wait for nothing. What takes a function sends it, if it is
 * registered; else it fetches the value, applies the lambda here and sends the result with the
 * revision that it read, again and again until no other update came between.
 */
final class RemoteMap<K, V> extends AbstractObservableMap<K, V> {
  /** A batch of more bytes is sent in parts, so that none is larger than a frame may be. */
  private static final long BATCH_BYTES = 1 << 20;

  /** How many parts may be on their way at once. */
  private static final int BATCHES_MAX = 8;

  /** Larger maps are compared page by page, also those of fewer entries that take more bytes. */
  private static final int COMPARED_ENTRIES = 1_000;

  private static final TypedValue IDENTITY = new TypedValue("Identity", Map.of());

  private final Link link;
  private final String path;
  private final TypeRegistry types;
  private final Form<K> keys;
  private final Form<V> values;
  private final UpdatesHere<K, V> here;
  private final Lanes lanes;
  private final Set<K> keySet;
  private final Collection<V> valueView;
  private final Set<Map.Entry<K, V>> entrySet;

  RemoteMap(Link link, String path, Class<K> keyType, Class<V> valueType, TypeRegistry types) {
    this.link = link;
    this.path = path;
    this.lanes = new Lanes(link.deadlines());
    this.types = types;
    this.keys = new Form<>(keyType, types);
    this.values = new Form<>(valueType, types);
    this.here = new UpdatesHere<>(this);
    RemoteView keyView = view("keySet");
    RemoteView values = view("values");
    RemoteView entries = view("entrySet");
    Function<MapEntry<K, V>, Object> model =
        e -> List.of(keys.toModel(e.key()), this.values.toModel(e.value()));
    this.keySet =
        new RemoteSetView<>(
            keyView,
            super.keySet(),
            keys::find,
            keys::findEqual,
            f ->
                keyView.removeIf(types, f, () -> keyView.removeFound(keyPages(), f, keys::toModel)),
            RemoteView.isPlain(keyType));
    this.valueView =
        new RemoteCollectionView<>(
            values,
            super.values(),
            this.values::find,
            f ->
                values.removeIf(
                    types,
                    f,
                    () -> entries.removeFound(entryPages(), e -> f.test(e.value()), model)));
    this.entrySet =
        new RemoteSetView<>(
            entries,
            super.entrySet(),
            this::findEntry,
            this::findEqual,
            f ->
                entries.removeIf(
                    types,
                    f,
                    () ->
                        entries.removeFound(
                            entryPages(), e -> f.test(Map.entry(e.key(), e.value())), model)),
            isPlain());
  }

  private RemoteView view(String name) {
    return new RemoteView(link, path + "?view=" + name);
  }

  private @Nullable Object findEntry(@Nullable Object element) {
    if (!(element instanceof Map.Entry<?, ?> entry)
        || entry.getKey() == null
        || entry.getValue() == null) {
      return null;
    }
    Object key = keys.find(entry.getKey());
    Object value = values.find(entry.getValue());
    return key == null || value == null ? null : Arrays.asList(key, value);
  }

  /** An entry that equal ones are looked for of, as Java compares; null where none is equal. */
  private @Nullable Object findEqual(@Nullable Object element) {
    if (!(element instanceof Map.Entry<?, ?> entry)) {
      return null;
    }
    Object key = keys.findEqual(entry.getKey());
    Object value = values.findEqual(entry.getValue());
    return key == null || value == null ? null : List.of(key, value);
  }

  @Override
  public String path() {
    return path;
  }

  // Reading.

  private @Nullable Object read(String event, @Nullable Object argument) {
    return link.ask(path, event, argument, true);
  }

  @Override
  public @Nullable V get(Object key) {
    Object model = keys.find(key);
    return model == null ? null : values.fromModel(read("get", model));
  }

  @Override
  public boolean containsKey(Object key) {
    Object model = keys.find(key);
    return model != null && Boolean.TRUE.equals(read("containsKey", model));
  }

  @Override
  public boolean containsValue(Object value) {
    Object model = values.find(value);
    return model != null && Boolean.TRUE.equals(read("containsValue", model));
  }

  @Override
  public @Nullable Versioned<V> getVersioned(K key) {
    return versioned(read("getVersioned", keys.toModel(key)));
  }

  @Nullable Versioned<V> versioned(@Nullable Object model) {
    return model instanceof Map<?, ?> found && found.get("revision") instanceof Long revision
        ? new Versioned<>(values.require(found.get("value")), revision)
        : null;
  }

  @Override
  public Map<K, V> getAll(Iterable<? extends K> wanted) {
    var models = new ArrayList<Object>();
    Map<Object, List<K>> given = given(wanted, models);
    return models.isEmpty() ? new LinkedHashMap<>() : entries(read("getAll", models), given);
  }

  /** Notes what keys look like as they travel; answers the keys by what stands for that. */
  Map<Object, List<K>> given(Iterable<? extends K> wanted, List<Object> models) {
    var given = new HashMap<Object, List<K>>();
    for (K key : wanted) {
      Object model = keys.toModel(key);
      models.add(model);
      given
          .computeIfAbsent(Objects.requireNonNull(Content.of(model)), _ -> new ArrayList<>(1))
          .add(key);
    }
    return given;
  }

  /** The entries that came, with the keys that were given: others may not be equal to them. */
  Map<K, V> entries(@Nullable Object answer, Map<Object, List<K>> given) {
    var found = new LinkedHashMap<K, V>();
    if (answer instanceof List<?> pairs) {
      for (Object pair : pairs) {
        List<?> parts = (List<?>) pair;
        // Arrays of the same content are different keys; the first pair answers for all of them.
        Object content = Objects.requireNonNull(Content.of(parts.getFirst()));
        List<K> same = given.replace(content, List.of());
        for (K key : same == null ? List.of(keys.require(parts.getFirst())) : same) {
          found.put(key, values.require(parts.getLast()));
        }
      }
    }
    return found;
  }

  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, RemoteView.number(read("size", List.of())));
  }

  @Override
  public boolean isEmpty() {
    return Boolean.TRUE.equals(read("isEmpty", List.of()));
  }

  @Override
  public boolean equals(@Nullable Object o) {
    if (o == this) {
      return true;
    }
    if (!(o instanceof Map<?, ?> other)) {
      return false;
    }
    if (o instanceof RemoteMap || other.size() > COMPARED_ENTRIES) {
      return super.equals(o);
    }
    var pairs = new ArrayList<Object>();
    for (Map.Entry<?, ?> entry : other.entrySet()) {
      Object pair = findEqual(entry);
      if (pair == null) {
        return false;
      }
      pairs.add(pair);
    }
    return ModelRoom.of(pairs) > BATCH_BYTES
        ? super.equals(o)
        : Boolean.TRUE.equals(read("equals", pairs));
  }

  @Override
  protected Map<K, V> atHand() {
    return new HashMap<>(this);
  }

  @Override
  public int hashCode() {
    return isPlain() ? (int) RemoteView.number(read("hashCode", List.of())) : super.hashCode();
  }

  /** Whether hash codes of entries are the same at the server. */
  private boolean isPlain() {
    return RemoteView.isPlain(keys.type()) && RemoteView.isPlain(values.type());
  }

  // Writing.

  private @Nullable Object write(String event, @Nullable Object... arguments) {
    return link.ask(
        path, event, arguments.length == 1 ? arguments[0] : Arrays.asList(arguments), false);
  }

  @Override
  public void set(K key, V value) {
    link.tell(path, "put", List.of(keys.toModel(key), values.toModel(value)));
  }

  @Override
  public @Nullable V put(K key, V value) {
    return values.fromModel(write("getAndPut", keys.toModel(key), values.toModel(value)));
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return values.fromModel(write("putIfAbsent", keys.toModel(key), values.toModel(value)));
  }

  @Override
  public @Nullable V replace(K key, V value) {
    return values.fromModel(write("replace", keys.toModel(key), values.toModel(value)));
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    Object expected = values.find(oldValue);
    Object replacement = values.toModel(newValue);
    Object model = keys.toModel(key);
    return expected != null
        && Boolean.TRUE.equals(write("replaceForOld", model, expected, replacement));
  }

  @Override
  public boolean compareAndSet(K key, long revision, @Nullable V value) {
    Object model = value == null ? null : values.toModel(value);
    return Boolean.TRUE.equals(write("compareAndSet", keys.toModel(key), revision, model));
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> map) {
    var batches = new ArrayDeque<CompletableFuture<@Nullable Object>>();
    var batch = new ArrayList<Object>();
    long room = 0;
    for (Map.Entry<? extends K, ? extends V> entry : map.entrySet()) {
      var pair = List.of(keys.toModel(entry.getKey()), values.toModel(entry.getValue()));
      room += ModelRoom.of(pair);
      batch.add(pair);
      if (room > BATCH_BYTES) {
        batches.add(link.begin(path, "putAll", batch, false));
        batch = new ArrayList<>();
        room = 0;
        if (batches.size() == BATCHES_MAX) {
          link.await(batches.removeFirst());
        }
      }
    }
    if (!batch.isEmpty()) {
      batches.add(link.begin(path, "putAll", batch, false));
    }
    batches.forEach(link::await);
  }

  /**
   * A registered function is applied at the server. With any other one new values are computed
   * here, and set in few requests unless another update came between.
   */
  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Object model = Travel.model(types, Objects.requireNonNull(function, "function"));
    if (model != null) {
      link.ask(path, "replaceAll", model, false);
    } else {
      replaceAllHere(function);
    }
  }

  private void replaceAllHere(BiFunction<? super K, ? super V, ? extends V> function) {
    var entries = new ArrayList<K>();
    var batch = new ArrayList<Object>();
    long room = 0;
    Pages<MapEntry<K, V>> pages = entryPages();
    for (var page = pages.next(); page != null; page = pages.next()) {
      for (MapEntry<K, V> entry : page) {
        V value = Objects.requireNonNull(function.apply(entry.key(), entry.value()), "new value");
        var change =
            List.of(
                keys.toModel(entry.key()), values.toModel(entry.value()), values.toModel(value));
        entries.add(entry.key());
        batch.add(change);
        room += ModelRoom.of(change);
      }
      if (room > BATCH_BYTES) {
        replaceEach(entries, batch, function);
        room = 0;
      }
    }
    replaceEach(entries, batch, function);
  }

  private void replaceEach(
      List<K> entries, List<Object> batch, BiFunction<? super K, ? super V, ? extends V> function) {
    if (!batch.isEmpty() && link.ask(path, "replaceEach", batch, false) instanceof List<?> left) {
      for (Object index : left) {
        K key = entries.get((int) RemoteView.number(index));
        computeIfPresent(key, (k, v) -> Objects.requireNonNull(function.apply(k, v), "new value"));
      }
    }
    entries.clear();
    batch.clear();
  }

  @Override
  public @Nullable V remove(Object key) {
    Object model = keys.find(key);
    return model == null ? null : values.fromModel(write("getAndRemove", model));
  }

  @Override
  protected boolean isAsReadKey(Object key) {
    return keys.findEqual(key) != null;
  }

  @Override
  protected V asRead(V value) {
    return values.readBack(values.toModel(value));
  }

  @Override
  protected boolean removeKey(Object key) {
    Object model = keys.find(key);
    return model != null && Boolean.TRUE.equals(write("remove", model));
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    Object model = keys.find(key);
    Object expected = value == null ? null : values.find(value);
    return model != null
        && expected != null
        && Boolean.TRUE.equals(write("removeWithValue", model, expected));
  }

  @Override
  public void clear() {
    link.ask(path, "clear", List.of(), false);
  }

  // Visiting.

  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    Object model = Travel.model(types, Objects.requireNonNull(function, "function"));
    return model == null
        ? here.update(key, null, old -> function.apply(key, old), false)
        : values.fromModel(write("compute", keys.toModel(key), model));
  }

  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> function) {
    Object model = Travel.model(types, Objects.requireNonNull(function, "function"));
    return model == null
        ? here.update(key, null, old -> old == null ? null : function.apply(key, old), false)
        : values.fromModel(write("computeIfPresent", keys.toModel(key), model));
  }

  @Override
  public @Nullable V computeIfAbsent(K key, Function<? super K, ? extends @Nullable V> function) {
    Object model = Travel.model(types, Objects.requireNonNull(function, "function"));
    return model == null
        ? here.update(key, null, old -> old == null ? function.apply(key) : old, true)
        : values.fromModel(write("computeIfAbsent", keys.toModel(key), model));
  }

  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    Object model = Travel.model(types, Objects.requireNonNull(function, "function"));
    return model == null
        ? here.update(
            key,
            Objects.requireNonNull(value, "value"),
            old -> old == null ? value : function.apply(old, value),
            false)
        : values.fromModel(write("merge", keys.toModel(key), values.toModel(value), model));
  }

  @Override
  public void asyncUpdate(K key, Visitor<V> visitor) {
    Object model = Travel.model(types, Objects.requireNonNull(visitor, "visitor"));
    if (model != null) {
      link.tell(path, "asyncUpdate", List.of(keys.toModel(key), model));
    } else {
      updateHere(key, visitor);
    }
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // The function says whether it gives null.
  public <R extends @Nullable Object> R syncUpdate(
      K key, Visitor<V> updater, Function<? super @Nullable V, ? extends R> returnFunction) {
    Objects.requireNonNull(returnFunction, "returnFunction");
    Object visitor = Travel.model(types, Objects.requireNonNull(updater, "updater"));
    if (visitor == null) {
      return returnFunction.apply(updateHere(key, updater));
    }
    Object function = Travel.model(types, returnFunction);
    if (function != null) {
      return (R) types.fromModel(write("syncUpdate", keys.toModel(key), visitor, function));
    }
    return returnFunction.apply(
        values.fromModel(write("syncUpdate", keys.toModel(key), visitor, IDENTITY)));
  }

  /** Applies a visitor that cannot travel; it is called again when another update came between. */
  private @Nullable V updateHere(K key, Visitor<V> visitor) {
    return here.update(key, null, visitor::visit, true);
  }

  /** Sets a value, or removes the entry, if it has a revision; tells what is there then. */
  UpdatesHere.Told<V> exchange(K key, long revision, @Nullable V value) {
    Object model = value == null ? null : values.toModel(value);
    if (!(write("exchange", keys.toModel(key), revision, model) instanceof Map<?, ?> answer)) {
      throw new RemoteException("Internal", "the server answered exchange with no map");
    }
    V now =
        answer.containsKey("value")
            ? values.fromModel(answer.get("value"))
            : model == null ? null : values.readBack(model);
    boolean done = Boolean.TRUE.equals(answer.get("done"));
    return new UpdatesHere.Told<>(now, RemoteView.number(answer.get("revision")), done);
  }

  @Override
  public long publish(Object event) {
    Object model = types.toModel(Objects.requireNonNull(event, "event"));
    return RemoteView.number(link.ask(path, "publish", model, false));
  }

  @Override
  public AsyncMap<K, V> async() {
    return new RemoteAsyncMap<>(link, this, new EntryForm<>(keys, values), lanes);
  }

  // Views and walks.

  @Override
  public Set<K> keySet() {
    return keySet;
  }

  @Override
  public Collection<V> values() {
    return valueView;
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return entrySet;
  }

  @Override
  protected Pages<MapEntry<K, V>> entryPages() {
    return new RemotePages<>(link, path + "?view=entrySet", this::entry);
  }

  @Override
  protected Pages<K> keyPages() {
    return new RemotePages<>(link, path + "?view=keySet", keys::require);
  }

  private MapEntry<K, V> entry(@Nullable Object model) {
    if (!(model instanceof Map<?, ?> map)) {
      throw new RemoteException("Internal", "the server sent no entry but " + model);
    }
    return new MapEntry<>(keys.require(map.get("key")), values.require(map.get("value")));
  }

  private static <K, V> ElementOptions<MapEntry<K, V>> elements(SubscriptionOptions<K, V> options) {
    return new ElementOptions<>(
        options.filter(),
        options.select(),
        options.bootstrap(),
        options.from(),
        options.overflow(),
        options.events(),
        options.request(),
        null);
  }

  @Override
  public <T> Flow.Publisher<T> asPublisher(SubscriptionOptions<K, V> options) {
    if (options.known() == null) {
      new SubscribeSpec(types, elements(options), null).checkStream();
    }
    return super.asPublisher(options);
  }

  @Override
  public <T> Subscription<MapEntry<K, V>> subscribe(
      SubscriptionOptions<K, V> options, Subscriber<T> subscriber) {
    K key = options.key();
    Map<K, V> copy = options.known();
    return RemoteSubscription.begin(
        link,
        path,
        new EntryForm<>(keys, values),
        types,
        elements(options),
        key == null ? null : keys.toModel(key),
        copy == null ? null : revision -> new Difference<>(copy, revision),
        subscriber);
  }
}
