package io.vitrine.collections;

import io.vitrine.store.CompactOptions;
import io.vitrine.store.CompactionReport;
import io.vitrine.store.Durability;
import io.vitrine.store.MapInfo;
import io.vitrine.store.MapOptions;
import io.vitrine.store.MapStatistics;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The catalogue of a store in this process. Safe for any number of threads. */
final class LocalVitrine implements Vitrine {
  private final Store store;
  private final TypeRegistry types;
  private final LogWatcher watcher;
  private final OwnEvents ownEvents;
  private final LocalLists lists;

  LocalVitrine(Store store, TypeRegistry types) {
    this(store, types, false);
  }

  /** Says whether each change of the store waits for the disk. */
  LocalVitrine(Store store, TypeRegistry types, boolean waits) {
    this.store = store;
    this.types = types;
    this.watcher = new LogWatcher(store);
    this.ownEvents = new OwnEvents(store, types);
    this.lists = new LocalLists(store, watcher, waits, ownEvents);
  }

  static Vitrine open(Path root, TypeRegistry types, StoreOptions options) {
    Objects.requireNonNull(types, "types");
    boolean waits = options.durability().kind() == Durability.Kind.SYNC;
    return new LocalVitrine(Stores.open(root, options), types, waits);
  }

  static Vitrine inMemory(TypeRegistry types) {
    Objects.requireNonNull(types, "types");
    return new LocalVitrine(Stores.inMemory(), types);
  }

  @Override
  public <K, V> ObservableMap<K, V> map(String path, Class<K> keyType, Class<V> valueType) {
    return map(path, MapSpec.of(keyType, valueType));
  }

  @Override
  public <K, V> ObservableMap<K, V> map(String path, MapSpec<K, V> spec) {
    String full = CollectionPath.ofMap(path);
    ModelType<K> keys = type(spec.keyType(), spec.keyName());
    ModelType<V> values = type(spec.valueType(), spec.valueName());
    var blocks = new MapOptions<>(keys.codec(), values.codec(), spec.hash(), spec.segments());
    MapOptions<K, V> options = spec.isCompact() ? blocks.compact() : blocks;
    StoreMap<K, V> map = store.mapIfThere(full, options);
    if (map == null) {
      forgetFormer(full);
      map = store.map(full, options);
    }
    return new LocalMap<>(map, keys, values, watcher, ownEvents);
  }

  @SuppressWarnings("unchecked") // Where a name is given, the class is Object.
  private <T> ModelType<T> type(Class<T> type, @Nullable String name) {
    return name == null ? ModelType.of(types, type) : (ModelType<T>) ModelType.of(types, name);
  }

  @Override
  public @Nullable ObservableMap<Object, Object> existingMap(String path) {
    String full = CollectionPath.ofMap(path);
    MapInfo info = store.describe(full);
    if (info == null) {
      return null;
    }
    ModelType<Object> keys = ModelType.of(types, info.keyType());
    ModelType<Object> values = ModelType.of(types, info.valueType());
    var hash = info.strategy();
    var options = new MapOptions<>(keys.codec(), values.codec(), hash, info.segments());
    StoreMap<Object, Object> map = store.mapIfThere(full, options);
    return map == null ? null : new LocalMap<>(map, keys, values, watcher, ownEvents);
  }

  @Override
  public <E> ObservableSet<E> set(String path, ElementSpec<E> spec) {
    String full = CollectionPath.ofSet(path);
    ModelType<E> elements = type(spec.elementType(), spec.elementName());
    var blocks =
        new MapOptions<>(elements.codec(), PresentCodec.INSTANCE, spec.hash(), spec.segments());
    MapOptions<E, Boolean> options = blocks.fitsCompact() ? blocks.compact() : blocks;
    StoreMap<E, Boolean> map = store.mapIfThere(full, options);
    if (map == null) {
      forgetFormer(full);
      map = store.map(full, options);
    }
    return new LocalSet<>(map, elements, watcher, ownEvents);
  }

  @Override
  public @Nullable ObservableSet<Object> existingSet(String path) {
    String full = CollectionPath.ofSet(path);
    MapInfo info = store.describe(full);
    if (info == null) {
      return null;
    }
    ModelType<Object> elements = ModelType.of(types, info.keyType());
    var hash = info.strategy();
    var options = new MapOptions<>(elements.codec(), PresentCodec.INSTANCE, hash, info.segments());
    StoreMap<Object, Boolean> map = store.mapIfThere(full, options);
    return map == null ? null : new LocalSet<>(map, elements, watcher, ownEvents);
  }

  @Override
  public <E> ObservableList<E> list(String path, ElementSpec<E> spec) {
    String full = CollectionPath.ofList(path);
    if (!lists.isThere(full)) {
      forgetFormer(full);
    }
    return lists.open(full, type(spec.elementType(), spec.elementName()));
  }

  @Override
  public @Nullable ObservableList<Object> existingList(String path) {
    String full = CollectionPath.ofList(path);
    return lists.openIfThere(full, types);
  }

  @Override
  public <R extends @Nullable Object> R atomically(Function<? super Group, ? extends R> body) {
    Objects.requireNonNull(body, "body");
    return new GroupRun(store).run(body);
  }

  @Override
  public List<String> list(String prefix) {
    return store.list(Objects.requireNonNull(prefix, "prefix"));
  }

  @Override
  public void beginLog() {
    store.revision();
  }

  @Override
  public @Nullable Description describe(String path) {
    String full = CollectionPath.of(path);
    MapInfo info = store.describe(full);
    if (info == null) {
      return null;
    }
    boolean isList = full.startsWith(CollectionPath.LISTS);
    String elementType = isList ? lists.elementType(full) : null;
    if (isList && elementType == null) {
      return null; // it is being made, or was dropped right now
    }
    return new Description(
        info.path(),
        info.keyType(),
        elementType == null ? info.valueType() : elementType,
        info.hashName(),
        info.hashSeed(),
        info.segments(),
        elementType == null ? info.entries() : lists.count(full),
        info.bytes(),
        info.takeovers(),
        store.epoch(),
        store.revision());
  }

  @Override
  public @Nullable MapStatistics statistics(String path) {
    return store.statistics(CollectionPath.of(path));
  }

  @Override
  public boolean drop(String path) {
    String full = CollectionPath.of(path);
    return full.equals(Annotations.PATH)
        ? store.drop(full)
        : Annotations.drop(this, full, () -> store.drop(full), () -> exists(full));
  }

  private boolean exists(String full) {
    return store.describe(full) != null;
  }

  private void forgetFormer(String full) {
    if (!full.equals(Annotations.PATH)) {
      Annotations.forgetFormer(this, full, () -> exists(full));
    }
  }

  @Override
  public Subscription<String> subscribeTopology(
      String prefix, long request, Subscriber<TopologyEvent> subscriber) {
    SubscriptionOptions<String, String> options =
        SubscriptionOptions.<String, String>all().withRequest(request);
    Items<String, String> items = new Items<>(options.events(), null, LocalVitrine::event);
    return new LogSubscription<String, String, String>(
            watcher,
            new TopologyFeed(store, Objects.requireNonNull(prefix, "prefix")),
            items,
            options,
            subscriber,
            filter -> entry -> filter.test(entry.key()))
        .start();
  }

  private static TopologyEvent event(MapEvent<String, String> event) {
    TopologyEvent.Kind kind =
        switch (event) {
          case MapEvent.Existing<String, String> _ -> TopologyEvent.Kind.EXISTING;
          case MapEvent.Removed<String, String> _ -> TopologyEvent.Kind.REMOVED;
          default -> TopologyEvent.Kind.ADDED;
        };
    return new TopologyEvent(kind, event.key(), event.revision());
  }

  @Override
  public boolean tidy() {
    return store.sweepExpired() > 0;
  }

  @Override
  public List<CompactionReport> compact(CompactOptions options) {
    return store.compact(options);
  }

  @Override
  public TypeRegistry types() {
    return types;
  }

  @Override
  public void close() {
    try {
      watcher.close("Closed");
    } finally {
      store.close();
    }
  }
}
